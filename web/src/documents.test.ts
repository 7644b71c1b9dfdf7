// @vitest-environment node
import ts from "typescript";
import { expect, test } from "vitest";

const root = ts.sys.resolvePath("..") + "/"; // npm test runs in the folder web

/** What the programs on the pages expect around them. */
const around = `declare function draw(...args: unknown[]): void;\n`;

/** All blocks of TypeScript on a page are one program; each block of JavaScript is a program of its own. */
const programs = new Map(
  ["docs", "web/client"].flatMap((folder) =>
    ts.sys.readDirectory(root + folder, [".md"], undefined, undefined, 1).flatMap((path): [string, string][] => {
      const page = ts.sys.readFile(path)!;
      const blocks = (language: string) =>
        [...page.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "gm"))].map((m) => m[1]!);
      const typed = blocks("ts").join("\n");
      const own = blocks("js").map((code, i): [string, string] => [`${path}.${i}.js`, code]);
      return typed ? [[`${path}.mts`, around + typed], ...own] : own;
    }),
  ),
);

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  allowJs: true, // reads its syntax, not its types
  noEmit: true,
  skipLibCheck: true,
  paths: { "@plygame/client": [`${root}web/client/index.ts`] },
};

/** compiled compiles programs of the pages. */
function compiled(paths: string[], options: ts.CompilerOptions): ts.Program {
  const host = ts.createCompilerHost(options);
  return ts.createProgram(paths, options, {
    ...host,
    fileExists: (path) => programs.has(path) || host.fileExists(path),
    getSourceFile: (path, version, ...rest) => {
      const code = programs.get(path);
      return code ? ts.createSourceFile(path, code, version) : host.getSourceFile(path, version, ...rest);
    },
  });
}

/** mistakes are what the compiler says about a program. */
function mistakes(program: ts.Program, path: string): string[] {
  const file = program.getSourceFile(path);
  const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return found.map((d) => ts.flattenDiagnosticMessageText(d.messageText, "\n"));
}

const program = compiled([...programs.keys()], options);

test.each([...programs.keys()])("%s compiles", (path) => expect(mistakes(program, path)).toEqual([]));

test("typescript.md compiles with its tsconfig.json", () => {
  const path = `${root}docs/typescript.md.mts`;
  const config = /^<!-- tsconfig.json -->\n```json\n([^]*?)^```/m.exec(ts.sys.readFile(path.replace(".mts", ""))!)![1]!;
  const { compilerOptions } = JSON.parse(config) as { compilerOptions: object };
  const { options: shown, errors } = ts.convertCompilerOptionsFromJson(compilerOptions, root);
  expect(errors).toEqual([]);
  expect(mistakes(compiled([path], { ...shown, noEmit: true, paths: options.paths! }), path)).toEqual([]);
});

test("the pages have programs", () => expect(programs.size).toBeGreaterThanOrEqual(5));

// The JavaScript that protocol.md shows leads from one state to another, as the changes below it say.
test("the changes of protocol.md are applied by its function", async () => {
  const page = [...programs].find(([path]) => path.endsWith("protocol.md.0.js"))!;
  const changes = /^<!-- Change -->\n```json\n([^]*?)^```/m.exec(ts.sys.readFile(page[0].replace(".0.js", ""))!)![1]!;
  const module = `data:text/javascript,${encodeURIComponent(page[1] + "export { apply };")}`;
  const { apply } = (await import(/* @vite-ignore */ module)) as { apply: (seen: object, change: object) => void };
  const seen = { holds: { "hand/1": ["?"], pile: [] }, fields: {} };
  for (const change of JSON.parse(changes) as object[]) apply(seen, change);
  expect(seen).toEqual({ holds: { "hand/1": [], pile: ["#3"] }, fields: { "#3": { "@kind": "card", letter: "B" } } });
});
