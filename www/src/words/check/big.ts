// Large numbers, as all three languages write them.

export function big(n: number): string {
  return n.toLocaleString("en-US");
}
