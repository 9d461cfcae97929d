// The situations in English: of each what is the case, what one will see, and, where it is a row of the lesson, what to
// try. The first situation stands in the page's own catalog.

/** What is said of a situation. Without `tries` it is told by its moves and its cures. */
export interface SceneText { title: string; situation: string; see: string; tries?: string[] }

const items: Record<string, SceneText> = {
  // ------------------------------------------------------------------------------------------- the lesson, row by row
  oneKey: {
    title: "Two edits, one key",
    situation: "Somebody changed the spec of `web`, and somebody else its ConfigMap. Both events are still on their way.",
    see: "Two events become one key in the queue, and the pass is not told of either.",
    tries: [
      "Deliver AppConfig's event at the watch: `default/web` is in the queue.",
      "Deliver ConfigMap's event: still one key, now with two causes. They are for you; the reconciler gets the key alone.",
      "Press **Run until quiet**: one pass puts both right, since it asks what is, not what happened.",
    ],
  },
  crash: {
    title: "A crash half-way",
    situation: "A pass is under way: the account outside is made, the ConfigMap and the status are not.",
    see: "The process dies, starts again, and finishes what is left. Nothing is made twice.",
    tries: [
      "Open **Faults** and crash the controller: cache, queue and the pass are gone, the account is there.",
      "Start it again and press **Run until quiet**: it finds the account, and does the rest.",
      "Go back, make one step more or less, and crash it there: it ends the same.",
    ],
  },
  sixQuestions: {
    title: "The six questions of a pass",
    situation: "The key of a new AppConfig was just taken from the queue. The pass has asked nothing yet.",
    see: "Desired, observed, diff, action, requeue, status: one step each, with its answer.",
    tries: [
      "Press **Step** and read the answer to each question in the pass.",
      "See which steps read from the cache, and which send a request to the server.",
      "Read the last two answers: when to look again, and what to report.",
    ],
  },
  sameAgain: {
    title: "Writing what is there already",
    situation: "All is as it should be. This controller sends its write in each pass all the same.",
    see: "The server finds identical bytes: no new `resourceVersion`, no event. But the request was made.",
    tries: [
      "Resync ConfigMap at the cache and press **Run until quiet**: the write is unchanged, the version stays.",
      "Try the cure: the same pass sees that nothing differs, and sends nothing.",
      "Change the habit `stamp` to the time: now “the same again” is new each time, and each write an event.",
    ],
  },
  drift: {
    title: "Somebody edits the child",
    situation: "All was well; then somebody set `color: red` in ConfigMap `web-config` by hand.",
    see: "One write puts it right; the pass that its event wakes writes nothing.",
    tries: [
      "Press **Run until quiet**: the next pass finds the difference and writes once.",
      "Look at **Passes** below: the second was woken by the repair's own event, and wrote nothing.",
      "Open the cache and resync each kind: who is woken, who is not, and what is written?",
    ],
  },
  twoWaits: {
    title: "Backoff and delay, side by side",
    situation: "`shop` fails: the service of its account is down. `web` waits for a Secret. Both come back, each by another rule.",
    see: "For `shop` failures are counted and the delay doubles; for `web` it is 10 s each time and nothing is counted.",
    tries: [
      "Press **Run until quiet**, then let time pass to the timer again and again: 5, 10, 20 ms… for `shop`.",
      "Compare the two in the queue: failures, due time, and who asked for it.",
      "Heal account `shop-db`: the pass that succeeds resets the counter.",
    ],
  },
  waiting: {
    title: "The Secret is not there yet",
    situation: "`web` requires Secret `web-credentials`, which does not exist. The controller returns `RequeueAfter`.",
    see: "No error and no failure: it looks again in 10 s, and at once when the Secret comes.",
    tries: [
      "Press **Run until quiet**. No error: the requeue card says Forget, then AddAfter 10 s.",
      "Let time pass to the timer, a few times: the delay stays 10 s.",
      "Create the Secret in its editor: its event wakes the owner at once.",
    ],
  },
  failing: {
    title: "The same, returned as an error",
    situation: "The Secret is missing as before, but this controller takes that for a failure.",
    see: "Failures are counted and the delay doubles, though nothing is broken.",
    tries: [
      "Press **Run until quiet**, then let time pass to the timer again and again: 5, 10, 20 ms…",
      "Read the failures in the queue, and what the card says about Forget.",
      "Create the Secret: the pass that succeeds resets the counter.",
    ],
  },
  wokenByItself: {
    title: "Woken by its own status",
    situation: "`web` wants no child. The one thing that the controller writes is the status, and nothing filters its event.",
    see: "The status write wakes a second pass. The predicate drops that event, and a resync too, but not the timer.",
    tries: [
      "Press **Run until quiet** and read why the second pass ran.",
      "Try the cure, then resync AppConfig at the cache: the predicate drops that as well.",
      "Let time pass to the timer: the check of each minute is asked of the queue, and no predicate sees it.",
    ],
  },
  deletion: {
    title: "Deleting, with an account outside",
    situation: "`web` owns a ConfigMap and has an account outside the cluster, which Kubernetes does not know of.",
    see: "A timestamp, one more pass, the finalizer goes, and only then is the object gone.",
    tries: [
      "Delete AppConfig `web` in its editor. It is still there: it has a `deletionTimestamp` and a finalizer.",
      "Step through the pass: account removed, finalizer taken off, and only then is the object gone.",
      "Go on until the garbage collector has removed the ConfigMap. Then go back, and crash the controller half-way.",
    ],
  },
  stuck: {
    title: "Terminating for ever",
    situation: "The account is already gone, and this cleanup calls that an error. `web` is being deleted.",
    see: "Each cleanup fails, the finalizer stays, and so does the object.",
    tries: [
      "Press **Run until quiet**: the cleanup fails, the finalizer stays, the object stays.",
      "See in the AppConfig's editor what holds it.",
      "Free it: make the cleanup idempotent, or remove the finalizer by hand and name what that leaves behind.",
    ],
  },
  counterLoop: {
    title: "A status that never stands still",
    situation: "This controller counts its passes in the status, writes it every time, and has no predicate.",
    see: "Each pass wakes the next by its own write: hundreds of passes in a second.",
    tries: [
      "Press **Run until quiet**: it does not become quiet. The page says what you built.",
      "Read why each pass ran: its own status write woke it.",
      "Try each cure and run again.",
    ],
  },
  clockLoop: {
    title: "A timestamp in the status",
    situation: "This controller writes the time of the last reconcile, to the nanosecond, and has no predicate.",
    see: "A loop; with whole seconds it seems to heal, and does not.",
    tries: [
      "Press **Run until quiet** and see the loop.",
      "Try whole seconds instead: two writes within one second are identical, so the server keeps the version and sends no event.",
      "Then try the two real cures.",
    ],
  },
  staleStatus: {
    title: "A status write from a stale copy",
    situation: "AppConfig events are held, so the cache does not know of the label set a moment ago. The child was changed by hand too.",
    see: "409: the object has been modified. Reading anew, or an apply, does not meet it.",
    tries: [
      "Press **Run until quiet**: the status is written from the stale copy, and the server says 409 in its own words.",
      "Release AppConfig at the watch station and let time pass to the timer: the lock did its work, the retry heals it.",
      "Start again with a cure: the same situation, and no 409.",
    ],
  },
  notSeen: {
    title: "Just created, and not found",
    situation: "ConfigMap events are held. This controller reads its ConfigMap back right after it made it.",
    see: "NotFound for what the server has: the cache lags. A sleep does not help; trusting the answer does.",
    tries: [
      "Press **Finish next pass**: created, and a moment later NotFound.",
      "Press **Reset**, change the habit `afterCreate` to a sleep and finish the next pass: a second is lost, and it is NotFound all the same.",
      "Start again with the cure: it does not look, and the next event tells it.",
    ],
  },
  uninstalled: {
    title: "The controller is gone first",
    situation: "The controller was uninstalled, and then AppConfig `web` deleted. Its finalizer is still there.",
    see: "Terminating for ever. Taking the finalizer off frees it, and leaves the account behind.",
    tries: [
      "Press **Run until quiet**: nothing happens, and nothing ever will.",
      "Remove the finalizer by hand in the editor: `web` is gone, the account outside is not. That is the escape hatch, and its price.",
      "Go back and start the controller instead. So: first the objects, then the controller.",
    ],
  },
  threeReports: {
    title: "Three AppConfigs, one report",
    situation: "`web` needs a ConfigMap, `api` waits for a Secret, `shop` has an account outside. Nothing was reconciled yet.",
    see: "One round over three objects: created, waiting, created with a finalizer. A second round writes nothing.",
    tries: [
      "Press **Run until quiet** and read each object's Ready condition in the editor.",
      "Note the versions, then resync ConfigMap at the cache and run again: no version moves.",
      "Read the requeue decision of `api` as JSON, and delete `shop` to see the finalizer at work.",
    ],
  },
  honest: {
    title: "What is real here, and what is not",
    situation: "A tale has it that a write of identical bytes makes an event. This one server was told to behave so; no real one does.",
    see: "A loop out of a harmless habit, on a server that is not real; and the list of what is simulated and what not.",
    tries: [
      "Press **Run until quiet**: a loop, because this server bumps the version for nothing.",
      "Try the cure: who writes only what changed is safe even here.",
      "Read the list of what is simulated, what is not, and what it was checked against.",
    ],
  },
  // -------------------------------------------------------------------------------------------------- habit by habit
  annotated: { title: "Woken by somebody's bookkeeping", situation: "A backup tool notes in an annotation of `web` when it last ran.", see: "The annotation wakes a pass that finds nothing to do. By generation alone it is dropped." },
  takenOver: { title: "A new owner that nobody hears of", situation: "ConfigMap `spare` gets an owner reference to `web`. The filter hands the handler the old object.", see: "In the old object there is no owner: the event wakes nobody." },
  handEdit: { title: "A hand edit that stays", situation: "All is well. Then somebody sets `color: red` in the ConfigMap.", see: "The event wakes nobody, or the pass sees no difference: red stays, and Ready says True." },
  childGone: { title: "A deleted child that nobody misses", situation: "Somebody deletes the ConfigMap. The controller is woken and looks into its own status.", see: "The status still says Ready, so the child is not made again." },
  leftBehind: { title: "A child without an owner", situation: "The ConfigMap was made without an owner reference, and now AppConfig `web` is deleted.", see: "The collector has no reason to touch it: the ConfigMap stays for ever." },
  secretLater: { title: "The Secret comes, and nobody hears", situation: "`web` waits for a Secret. Secrets wake nobody here, and the pass has asked for no timer.", see: "The Secret is there, Ready stays False, and nothing is due." },
  sharedChild: { title: "A ConfigMap that is only shared", situation: "`web` is one owner of ConfigMap `shared`, and not its controller. Somebody changes it.", see: "Each of its changes wakes a pass over `web` that finds nothing to do." },
  oldTimer: { title: "A timer that is no longer needed", situation: "`web` waits for its Secret with a timer of 10 s. Then the Secret comes.", see: "The event wakes it, and the old timer wakes it once more for nothing." },
  atTheSameTime: { title: "Two workers, one name", situation: "`web` and `shop` want the same account outside. The pass of `web` has looked for it and is about to make it.", see: "A second worker looks too before it is there: both make it, and one is told that it exists already." },
  throttled: { title: "Every read is a request", situation: "The API server is busy and answers reads with 429. All is well otherwise.", see: "The pass fails though nothing was wrong. From the cache it would have read without a request." },
  unlabelled: { title: "What the cache leaves out", situation: "The Secret that `web` requires is there, but without the label by which this controller's cache selects.", see: "For the reconciler the Secret does not exist: Ready stays False." },
  sharedCopy: { title: "The cache that was written into", situation: "Somebody set `color: red`. The repair fails once, and before it was sent it was made in the shared cache.", see: "The retry finds blue in its cache and writes nothing; on the server it is red." },
  neverTheSame: { title: "Another text in each pass", situation: "What this controller wants comes out different each time it is rendered.", see: "Each pass finds a difference, writes, and is woken by that write: a loop." },
  createdAgain: { title: "It can only create", situation: "This controller creates its ConfigMap without looking whether it is there.", see: "AlreadyExists from the second pass on, and a backoff that grows." },
  twins: { title: "Two of one", situation: "ConfigMap events are held, and the first status write fails, so the pass runs again before the cache knows of the child.", see: "A second child under another name. With a fixed name the server refuses it." },
  staleList: { title: "A list that is replaced whole", situation: "The cache misses the last event of the ConfigMap, in which another owner was added.", see: "The patch brings a list without that owner, and no conflict says so. A PUT would have been refused." },
  notItsField: { title: "A field that somebody else owns", situation: "Somebody edited `color` by hand and owns it now. This controller applies without force.", see: "409 again and again: the field is never put right." },
  tugOfWar: { title: "Two that force the same field", situation: "Two controllers apply the same ConfigMap with force, and want another `color`.", see: "Each takes the field from the other, for ever, without an error." },
  oldKey: { title: "A key that is no longer wanted", situation: "The spec of `web` loses the key `level`.", see: "The ConfigMap keeps it, no pass sees a difference, and Ready says True." },
  stolen: { title: "Somebody else's ConfigMap", situation: "`web-config` is there already and belongs to another controller.", see: "It is taken over: other data, another owner. The good way refuses and says so." },
  immutable: { title: "An update that is always refused", situation: "The ConfigMap was made immutable. Now the spec wants another color.", see: "422 for ever, while Ready still says True." },
  betweenTwo: { title: "A crash between the old and the new", situation: "An immutable ConfigMap is deleted and made anew when the spec changes. In between the process dies.", see: "There is no child at all until the controller is back." },
  slowClock: { title: "A loop that a fast test does not show", situation: "The status holds the time in whole seconds, and requests take a second here.", see: "New content each time: a loop. With fast requests it comes to rest by itself." },
  shuffled: { title: "The same list in another order", situation: "The status lists the keys in the order in which a map gave them.", see: "Another order is another content: each write is an event, and wakes the next pass." },
  hotError: { title: "An error retried at the speed of events", situation: "The account's service is down. The error goes into the status with the number of the attempt.", see: "Each attempt is a new status, so an event, so the next attempt: no backoff holds it." },
  dropped: { title: "A status that never arrives", situation: "The status is written with the main resource, and the subresource is on.", see: "200, and the server has dropped it without a word: there is no status." },
  twoWriters: { title: "Another writer's condition", situation: "A backup tool added a condition. The cache does not know of it yet, and the Secret has just gone.", see: "The patch replaces the list of conditions: BackedUp is gone, and there was no conflict." },
  ownConflict: { title: "In conflict with itself", situation: "The pass writes its finalizer, and then the status from the copy that it read before that.", see: "409, caused by its own write a moment ago." },
  whichGeneration: { title: "Ready, but for which spec?", situation: "The spec gets another color, and the ConfigMap follows.", see: "The generation is 2 and done, and `observedGeneration` does not say so. Whoever waits for it waits for ever." },
  samePace: { title: "An error that nobody counts", situation: "The account's service is down. The error becomes status, and the pass asks to come back in 10 s.", see: "The same pace for ever, and failures: 0." },
  givesUp: { title: "It has given up", situation: "The account's service is down for a while, and then it works again.", see: "After 15 retries the key is forgotten: the service is back, and nobody looks." },
  lateLook: { title: "Ten minutes late", situation: "`web` waits for its Secret with a timer of ten minutes, and Secrets wake nobody here. The Secret comes.", see: "A minute later Ready is still False: only the timer will tell." },
  forgottenCheck: { title: "The check that stopped", situation: "`web` is looked at every minute. Then its Secret goes: the event takes the timer along, and the pass asks for no new one.", see: "No timer is left: the checks have stopped for good." },
  leak: { title: "A crash, a delete, a leak", situation: "The process dies right after it made the account outside. While it is down, `web` is deleted.", see: "No finalizer holds `web`: it is gone before the controller is back, and the account stays for ever." },
  waitsForever: { title: "Waiting for an event that never comes", situation: "The pass puts its finalizer on and returns: the event of that write is to bring the next one.", see: "A finalizer is no new generation: the predicate drops the event, and nothing is ever made." },
  othersFinalizer: { title: "The wrong finalizer is taken off", situation: "`web` is being deleted with three finalizers. Between the read and the patch the first one goes.", see: "The index now points to another's finalizer, and that one is removed." },
  allFinalizers: { title: "All finalizers at once", situation: "`web` is being deleted while a backup tool's finalizer still holds it.", see: "The list is emptied: `web` is gone before the backup was made." },
  dying: { title: "A new finalizer for a dying object", situation: "The cleanup is done; another finalizer still holds `web`. The event of its own removal wakes the controller again.", see: "It tries to put its finalizer on again: 422, with every retry." },
  madeAnew: { title: "Made anew behind its removal", situation: "`web` is deleted. This controller cleans up and then goes on as for a living object.", see: "The account is made again right behind its removal, and nobody is left to remove it." },
  secretFirst: { title: "A cleanup that needs what went first", situation: "The Secret was deleted before `web`, and this cleanup reads it.", see: "The cleanup can never finish: Terminating for ever." },
};

export const en = {
  items,

  /** Of the situations that a habit leads to: their tries. */
  tries: (see: string, told: boolean): string[] => [
    told ? `It has gone wrong. ${see}` : `Press **See it go wrong**. ${see}`,
    "Go back and step through it: which read, which event, which write makes the difference?",
    "Press a cure: the same moves once more, written the other way.",
  ],

  cures: {
    good: "the good way",
    waitInstead: "return RequeueAfter",
    generation: "generation predicate",
    onlyWhenChanged: "write only a changed status",
    stable: "stable content",
    wholeSeconds: "whole seconds",
    fresh: "read anew before the status write",
    apply: "apply the status",
    trust: "trust the answer",
    idempotent: "idempotent cleanup",
    force: "force the apply",
    polite: "no force",
    recreate: "delete and make anew",
    askAgain: "ask to look again",
  } as Record<string, string>,

  gallery: {
    lesson: "Begin here: the lesson, row by row",
    rows: "A row is one point of the lesson on how a controller works: 16 in all, each with a situation that shows it. The numbers are their order; you need not have read the lesson.",
    search: "Search the situations",
    searchHint: "loop, finalizer, onMissing…",
    found: (shown: number, of: number) => (shown === of ? `${of} situations` : `${shown} of ${of}`),
    nothing: "Nothing found.",
    see: "You will see:",
    row: (row: string) => `Row ${row.slice(1)}`,
    simulated: "What is simulated, and what is not",
    reports: "Reports",
  },
};

export type ScenarioWords = typeof en;
