// What authors of components read; few games have one.

export const words = {
  failed: (file: string, why: string) =>
    `${file} failed, so this is the standard table: ${why}. The console has more. Players do not see this note.`,
  idle: (file: string) =>
    `${file} shows nothing that can be clicked, but there is something to choose. Players do not see this note.`,
  unknown: (file: string, value: string) =>
    `The component ${file} chose "${value}", which is neither a thing, a place nor a value that is offered.`,
};
