// What is simulated, and what is not. The page's list, the site's page "What is real here" and the README say the same by it.

export const en = {
  title: "What is simulated, and what is not",
  intro: (release: string, steps: number, same: number) =>
    `The API server's answers were compared, field by field, with requests and answers recorded from a kube-apiserver ${release}; the queues with recorded scripts of client-go's and controller-runtime's. ${same} of ${steps} recorded steps are the same.`,
  more: "Case by case, with what was not compared",
  is: {
    title: "Simulated",
    items: [
      "**Verbs**: get, list, watch, create, replace, JSON patch, JSON merge patch, strategic merge patch, server-side apply, delete, deletion of collections; with their options: limits and continue tokens, label and field selectors, revisions and how they match, bookmarks, what is there first, timeouts, dry runs, field validation with warnings, preconditions, propagation.",
      "**Kinds**: ConfigMap, Secret, Namespace, Event, Lease, CustomResourceDefinition, and custom kinds of a definition that is sent or of the scenario: structural schemas with pruning, defaulting and validation, `/status`, printer columns.",
      "**What the server keeps**: one revision counter, writes that change nothing, generation, `managedFields` of every kind of write with conflicts and the limit of ten, optimistic locking, finalizers, names that it makes, a past that is compacted.",
      "**What works behind it**: the garbage collector (background, foreground, orphans, absent owners, owners in another namespace), namespaces and definitions that are emptied before they go, each an actor with a view of its own.",
      "**How it answers**: Kubernetes' own error texts, tables, metadata alone, discovery, limits of size.",
      "**The controller**: informers, predicates, handlers, both work queues with their limiters, the result rules of controller-runtime, Events as client-go's recorder names, counts, combines and holds them back, crashes, held, delayed and broken watches, failed and lost requests.",
      "**Several controllers**: replicas and rivals on one server, leader election with a Lease as client-go does it (15 s, 10 s, 2 s), processes that stall and go on where they stood, unfenced.",
    ],
  },
  notYet: {
    title: "Not yet: refused, never accepted and ignored",
    items: [
      "Definitions with several or deprecated versions, with the scale subresource, selectable fields or conversion by webhook.",
      "In schemas `x-kubernetes-validations`, `allOf`, `anyOf`, `oneOf` and `not`, and the formats that nobody has asked for.",
      "Controllers that live outside (`reconciler: external`, the moves `call` and `return`).",
    ],
  },
  never: {
    title: "Never",
    items: [
      "Admission webhooks, aggregated APIs, RBAC, protobuf.",
      "The reading of a YAML body by the API server; JSON that is sent as YAML is read.",
      "Kubelets and pods: no container runs.",
      "Your own controller's code: what runs is one reconciler, written as its habits say.",
    ],
  },
  different: {
    title: "Other than in a real cluster",
    items: [
      "Events do not expire, and a watch without a timeout never ends by itself.",
      "The annotation of client-side `kubectl apply` is not looked at.",
      "JSON nests at most 127 levels.",
      "Background workers do not wait where real ones do.",
      "One thing can be switched on that no real server does: a version that moves for identical bytes (`quirks: noopBumps`), to show what an old tale says.",
    ],
  },
  chosen: {
    title: "Chosen, not measured",
    items: [
      "Time is virtual and moves only when a move takes time.",
      "Requests of a reconciler take 2 ms, and events arrive at once, unless a scenario says otherwise: real latencies are distributions that no recording fixes.",
      "Informers list at the moment of the first delivery.",
      "The jitter of acquiring a lease, 0 to 120 % of 2 s, is drawn once for each start of a process; a try takes no virtual time.",
    ],
  },
};

export type SimulatedWords = typeof en;
