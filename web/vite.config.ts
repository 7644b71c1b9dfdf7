import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// What several pages need is one file. Boards and cards are files of their own, since few tables have both.
const shared = {
  name: "shared",
  test: /svelte\/src|web\/client|web\/src\/(words|api|preferences|later|table\/(?!SeatArea|Spot|Slots|Trick|places|Thing|Card|Face|lettering|[bB]oard|geometry|Piece|Die|Track|track|OwnComponent|[cC]omponent))/,
  minShareCount: 2,
};
const board = {
  name: "board",
  test: /web\/src\/table\/([bB]oard(?!Heat|Tip|Letters|Names|Win|win|extras)|geometry|Piece)/,
};
const cards = { name: "cards", test: /web\/src\/table\/(Spot|Slots|Trick|places|Thing|Card|Face|lettering)/ };

// Svelte's class for components that are custom elements cannot be shaken off; no component here is one.
const withoutCustomElements = {
  name: "without-custom-elements",
  load: (id: string) =>
    id.endsWith("/custom-element.js") ? "export const create_custom_element = undefined;" : undefined,
};

// No page is rendered on a server, so Svelte's code for taking one over is not needed.
const withoutHydration = {
  name: "without-hydration",
  transform(code: string, id: string) {
    if (!id.endsWith("/dom/hydration.js")) return;
    const [flag, setter] = ["export let hydrating", "hydrating = value;"];
    if (!code.includes(flag) || !code.includes(setter)) throw new Error("hydration.js of Svelte has changed");
    return code.replace(flag, "export const hydrating").replace(setter, "");
  },
};

const adopting = JSON.stringify(fileURLToPath(new URL("src/adopt.ts", import.meta.url)));

// The styles of a component are in its script, so that a page loads only those of what it shows.
const stylesInScripts = {
  name: "styles-in-scripts",
  apply: "build" as const,
  transform(code: string, id: string) {
    const imported = /^import "(.+)\?(svelte&type=style&lang\.css)";$/m;
    if (!id.endsWith(".svelte")) return;
    return code.replace(
      imported,
      (_, file, query) =>
        `import { adopt } from ${adopting}; import style from "${file}?inline&${query}"; adopt(style);`,
    );
  },
};

// The built pages are committed and embedded; names of files follow from their contents.
export default defineConfig({
  plugins: [svelte(), withoutCustomElements, withoutHydration, stylesInScripts],
  resolve: {
    alias: { "@plygame/client": fileURLToPath(new URL("client/index.ts", import.meta.url)) },
    ...(process.env.VITEST && { conditions: ["browser"] }), // components are mounted, not rendered to text
  },
  base: "./", // package web fills in where the server is
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    cssTarget: ["chrome123", "firefox128", "safari18"], // keeps light-dark(), so that a table can have a scheme of its own
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [shared, board, cards] } } },
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8080", ws: true }, "/art": "http://127.0.0.1:8080" } },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts", "client/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
