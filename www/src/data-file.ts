// Data that stands beside the page: asked for once, when somebody wants it, and again only where it did not come.

export function dataFile<T>(name: string): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= read<T>(name).catch((thrown) => {
      asked = undefined;
      throw thrown;
    });
    return asked;
  };
}

async function read<T>(name: string): Promise<T> {
  const answer = await fetch(new URL(`./${name}`, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return await answer.json() as T;
}
