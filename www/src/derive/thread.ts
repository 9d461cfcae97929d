// What a public thread is called.

/** `https://github.com/kube-rs/kube/issues/354` as people write it: `kube-rs/kube#354`. */
export function threadOf(address: string): string {
  const [, thread, number] = /^https:\/\/github\.com\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+)$/.exec(address) ?? [];
  return thread === undefined ? new URL(address).hostname : `${thread}#${number}`;
}
