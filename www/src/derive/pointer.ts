// JSON Pointers: `/spec/data/log level`, in which `~1` is a slash and `~0` a tilde.

export function stepsOf(pointer: string): string[] {
  return pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The place of that name within a place. */
export function below(path: string, name: string): string {
  return `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
