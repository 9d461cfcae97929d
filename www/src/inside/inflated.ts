// What is inside as text, deflated and base64, as a module.

export async function compiled(text: string): Promise<WebAssembly.Module> {
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  return WebAssembly.compile(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer());
}
