// What a process knows of the lease that it competes for. An engine without leases says nothing.

import type { ControllerView } from "../contract.ts";

export interface Lease {
  name: string;
  /** The holder that it would be. */
  identity: string;
  /** The holder that it saw last. */
  holder: string | null;
  /** Not before then it takes the lease from another holder. */
  expires: number;
  /** When it tries next. */
  due: number;
  /** When it gives up if it does not get to renew. */
  deadline: number | null;
}

export function leaseOf(controller: ControllerView & { lease?: Lease }): Lease | null {
  return controller.lease ?? null;
}
