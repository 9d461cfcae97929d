// Public reports in which a value of a habit did to people what it does here, by habit and value: addresses only. Where
// none shows exactly this there is none.

import type { HabitName } from "../habits.ts";

const GITHUB = "https://github.com/";

function github(...threads: string[]): readonly string[] {
  return threads.map((thread) => `${GITHUB}${thread}`);
}

export const REPORTS: Partial<Record<HabitName, Record<string, readonly string[]>>> = {
  predicate: {
    none: github("konflux-ci/konflux-ci/pull/5874", "kubernetes-sigs/controller-runtime/issues/2831"),
    swapped: github("fluxcd/pkg/pull/68"),
  },
  predicateScope: { global: github("openshift/oadp-operator/pull/2208") },
  ownedPredicate: { generation: github("redhat-developer/service-binding-operator/issues/210", "envoyproxy/gateway/pull/3499") },
  watchOwned: { false: github("kubernetes-sigs/cluster-api-operator/issues/589") },
  watchRequired: { false: github("kubernetes-sigs/mcp-lifecycle-operator/issues/92") },
  queue: { classic: github("kubernetes/client-go/issues/1104") },
  cacheCopy: { false: github("volcano-sh/volcano/issues/5683") },
  compare: {
    always: github("apache/superset-kubernetes-operator/issues/151"),
    whole: github("apache/solr-operator/pull/398"),
    hash: github("kubernetes-sigs/cluster-api-operator/issues/589"),
  },
  order: { seeded: github("slauger/openvox-operator/issues/77", "strimzi/strimzi-kafka-operator/pull/6705") },
  naming: { generated: github("cryostatio/cryostat-operator/issues/163", "scylladb/scylla-operator/issues/2492") },
  write: {
    mergePatch: github("ansible/ansible/issues/43206"),
    apply: github("wasmCloud/wadm-operator/issues/140", "kubernetes/kubernetes/issues/99003"),
  },
  removeStale: { false: github("ansible/ansible/issues/43206") },
  onForeign: { adopt: github("NVIDIA/cluster-readiness-engine/pull/239") },
  child: { immutable: github("openshift/hypershift/pull/8543", "rabbitmq/cluster-operator/issues/2218") },
  afterCreate: {
    readBack: github("kubernetes-sigs/controller-runtime/issues/245"),
    sleep: github("k0sproject/k0smotron/pull/1535"),
  },
  statusWhen: { always: github("keikoproj/instance-manager/issues/235") },
  statusContent: {
    time: github("multigres/multigres-operator/pull/185"),
    timeNano: github("kube-rs/kube/issues/354"),
    lastError: github("akuity/kargo/issues/265", "vfarcic/dot-ai-controller/issues/42"),
  },
  statusVia: { main: github("jenkinsci/kubernetes-operator/pull/335") },
  statusBase: {
    patch: [...github("kubernetes-sigs/cluster-api/issues/3395"), "https://edixos.com/en/blog/kubernetes-controller-reliability-cache-staleness"],
    firstRead: github("kubernetes-sigs/controller-runtime/issues/403", "volcano-sh/volcano/issues/5683"),
  },
  truth: { status: github("jenkinsci/kubernetes-operator/pull/335") },
  observedGeneration: {
    onChange: github("k8ssandra/cass-operator/issues/657"),
    never: github("cloudnative-pg/cloudnative-pg/issues/11390"),
  },
  onMissing: {
    error: github("FoundationDB/fdb-kubernetes-operator/issues/114", "crossplane/crossplane-runtime/issues/40"),
    done: github("kubernetes-sigs/mcp-lifecycle-operator/issues/92"),
    both: github("redhat-cop/operator-utils/issues/63"),
  },
  onError: {
    statusAndRequeueAfter: github("kyma-project/lifecycle-manager/issues/2467"),
    giveUpAfter15: github("operator-framework/operator-sdk/issues/535"),
  },
  finalizer: { none: github("zalando/postgres-operator/pull/941") },
  finalizerFlow: {
    returnAndWait: github("GreedyKomodoDragon/Kontroler/issues/158", "openshift/cluster-nfd-operator/issues/265", "maoertel/kuberator/issues/9"),
  },
  finalizerRemoval: { all: github("ROCm/spur/pull/75", "operator-framework/operator-sdk/issues/3967"), byIndex: github("operator-framework/java-operator-sdk/issues/1248") },
  deletionCheck: { late: github("kubernetes-sigs/cluster-api/pull/8949", "fluxcd/helm-controller/pull/744") },
  whileDeleting: { full: github("operator-framework/operator-controller/pull/2022", "kubernetes-sigs/mcp-lifecycle-operator/issues/300") },
  cleanup: { needsRequired: github("humio/humio-operator/issues/505") },
};
