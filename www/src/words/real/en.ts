// The page "What is real here, and what is not". What it lists comes from the tests' own data.

export const en = {
  title: "What is real here, and what is not",
  lead: [
    "The API server, the caches, the queues and the controller on these pages are a simulation: a program that behaves as they do. Nothing here talks to a cluster.",
    "This page says what was compared with the real thing, how, and what was not. When the site is built, its numbers are counted in the data that the tests use.",
  ],
  numbers: {
    title: "What was compared, in numbers",
    what: "What",
    many: "How many",
    cases: "Recorded cases of the API server",
    steps: "Recorded steps in them",
    same: "Steps that are answered in the same way",
    scripts: "Recorded scripts of the work queues",
    scriptSteps: "Recorded steps in them, all the same",
    rules: "Surprising rules, each a test by its name",
    files: "Files of this project that name the Kubernetes source that they follow",
  },
  how: {
    title: "How it was compared",
    recorded: (release: string) =>
      `Requests were sent to a real kube-apiserver ${release} with its garbage collector and namespace controller, and written down with their answers and watch events. The tests send the same requests to the simulation and compare every code, every field of every body, every warning and every event.`,
    compared: [
      "What differs from run to run (versions, uids, times, generated names, continue tokens) stands in a recording as a symbol. One symbol must have one value everywhere, and versions must come in the recorded order.",
      "Less strict are three things. Where a message prints the insides of a Go value, only the words before it count. Several faults in one answer come in no fixed order and are compared as a set. Where background workers write too, events are compared in order for each object, not across objects.",
      "What no recording shows (informers, predicates, handlers, leader election) follows the source of client-go and controller-runtime; those files are named below. That they were read correctly is checked by tests that we wrote ourselves, not by a real controller.",
    ],
  },
  cases: {
    title: "The API server, case by case",
    all: (cases: number) => `All ${cases} recorded cases`,
    caption: "Recorded cases of the API server",
    name: "Case",
    about: "What it is about",
    steps: "Steps",
    same: "The same",
  },
  sources: "What was run",
  failing: {
    title: "Steps that are not the same",
    lead: "They are known to the test, which fails when one of them passes or another one fails.",
    caption: "Recorded steps that are answered in another way",
    step: "Case and step",
    about: "What was sent",
    why: "Why",
  },
  why: {
    bodyInYaml: "The body is YAML, which the simulated server does not read.",
    cameAsYaml: "It asks for an object that came as YAML in an earlier step.",
  },
  queues: {
    title: "The work queues",
    lead: "Scripts of calls were run on the real queues with a clock that the recorder moved. The tests make the same calls and compare every key, length, delay and count of failures. The token bucket could only be recorded on a real clock; its delays are equal to within 10 ms.",
    caption: "Recorded scripts of the work queues",
    name: "Script",
    about: "What it is about",
    runs: "Runs",
    steps: "Steps",
    added: (script: string, run: string, after: number, call: string) =>
      `In \`${script}\`, run “${run}”, a call of \`${call}\` after step ${after} was not written down: without it the real queue could not have answered as it did. The test makes that call.`,
  },
  rules: {
    title: "Rules by name",
    lead: "The rules of the API server that surprise most. Each is a test, named by what it says, with the recorded step or the source file from which it is known.",
    all: (rules: number) => `All ${rules} rules`,
    rule: "Rule",
    source: "Known from (case and step)",
  },
  models: {
    title: "The source that the code follows",
    lead: "Where a recording does not decide, the code follows that of Kubernetes, and a comment names the file. This says what was read, not what was run. Paths are as they stand in the comments; one that begins with `pkg` belongs to the project named before it.",
    all: (files: number) => `All ${files} files`,
    caption: "Files of this project, and what they follow",
    ours: "Here",
    theirs: "In Kubernetes",
  },
};

export type RealWords = typeof en;
