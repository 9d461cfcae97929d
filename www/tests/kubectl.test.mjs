// What kubectl prints of any object of the world; and any object can be opened, or begun.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();
const NAME = "appconfig-controller";
const app = { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web" }, spec: { data: { color: "blue" }, account: "web-db" } };
const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "keys", labels: { b: "2", a: "1" } }, type: "Opaque", data: { password: "czNjcjN0", user: "bWU=" } };
const world = { controllers: [{ name: NAME, habits: { events: "record" } }], objects: [app, secret] };

const view = async (page) => {
  await page.getByRole("button", { name: "kubectl", exact: true }).click();
  await page.locator(".kubectl").waitFor();
};
const printed = async (page, verb) => {
  await page.locator(".kubectl-verbs").getByRole("button", { name: verb, exact: true }).click();
  return [await page.locator(".kubectl-command").textContent(), await page.locator(".kubectl-screen pre").textContent()];
};
const choose = (page, label) => page.locator(".chooser select").selectOption({ label });

test("get, -o yaml, describe and events of an AppConfig, as kubectl prints them", () => journey({}, async (me, page) => {
  await me.session(world);
  await me.settle();
  await view(page);
  assert.deepEqual(await printed(page, "get"), ["$ kubectl get appconfig web", "NAME   READY   REASON   AGE\nweb    True    InSync   0s"]);
  const [command, yaml] = await printed(page, "-o yaml");
  assert.equal(command, "$ kubectl get appconfig web -o yaml");
  assert.match(yaml, /^apiVersion: lab\.example\.com\/v1\nkind: AppConfig\nmetadata:\n {2}creationTimestamp: "2026-01-01T00:00:00Z"\n {2}finalizers:\n {2}- lab\.example\.com\/account\n {2}generation: 1\n/);
  assert.doesNotMatch(yaml, /managedFields/);
  await page.getByLabel("managedFields").check();
  assert.match((await printed(page, "-o yaml"))[0], /--show-managed-fields$/);
  assert.match((await printed(page, "-o yaml"))[1], /managedFields:\n {2}- apiVersion:/);
  const [, described] = await printed(page, "describe");
  assert.equal(described.replace(/UID: +\S+/, "UID: …"), `Name:         web
Namespace:    default
Labels:       <none>
Annotations:  <none>
API Version:  lab.example.com/v1
Kind:         AppConfig
Metadata:
  Creation Timestamp:  2026-01-01T00:00:00Z
  Finalizers:
    lab.example.com/account
  Generation:        1
  Resource Version:  6
  UID: …
Spec:
  Account:  web-db
  Data:
    Color:  blue
Status:
  Conditions:
    Last Transition Time:  2026-01-01T00:00:00Z
    Message:               ConfigMap web-config holds what spec.data wants
    Observed Generation:   1
    Reason:                InSync
    Status:                True
    Type:                  Ready
  Config Map:              web-config
  Observed Generation:     1
Events:
  Type    Reason   Age   From                  Message
  ----    ------   ----  ----                  -------
  Normal  Created  0s    appconfig-controller  Created ConfigMap web-config`);
  assert.deepEqual(await printed(page, "events"), [
    "$ kubectl events --for appconfig/web",
    "LAST SEEN   TYPE     REASON    OBJECT          MESSAGE\n0s          Normal   Created   AppConfig/web   Created ConfigMap web-config",
  ]);
}));

test("a ConfigMap is described with its data, a Secret with sizes alone", () => journey({}, async (me, page) => {
  await me.session(world);
  await me.settle();
  await view(page);
  await me.object("web-config");
  assert.deepEqual(await printed(page, "describe"), ["$ kubectl describe configmap web-config", `Name:         web-config
Namespace:    default
Labels:       app.kubernetes.io/managed-by=appconfig-controller
Annotations:  <none>

Data
====
color:
----
blue


BinaryData
====

Events:  <none>`]);
  assert.deepEqual((await printed(page, "events"))[1], "No events found in default namespace.");
  await choose(page, "keys");
  const [, described] = await printed(page, "describe");
  assert.equal(described, `Name:         keys
Namespace:    default
Labels:       a=1
              b=2
Annotations:  <none>

Type:  Opaque

Data
====
password:  6 bytes
user:      2 bytes`);
}));

test("what is printed is copied, and is not there before it is there", () => journey({}, async (me, page) => {
  await view(page);
  await me.object("web-credentials");
  assert.equal((await printed(page, "get"))[1], 'Error from server (NotFound): secrets "web-credentials" not found');
  await me.object("web");
  const [, text] = await printed(page, "describe");
  await page.locator(".kubectl-foot button").click();
  await me.says(page.locator(".kubectl-foot"), "Copied.");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
  await me.step();
  assert.equal((await printed(page, "describe"))[1], text, "a delivery changes nothing on the server");
  await me.settle();
  assert.match((await printed(page, "describe"))[1], /Reason: +InSync/);
}));

test("any object can be chosen: an Event, a Namespace, the definition that came with the world", () => journey({}, async (me, page) => {
  await me.session(world);
  await me.settle();
  await view(page);
  const groups = await page.locator(".chooser optgroup").evaluateAll((all) => all.map((one) => [one.label, ...[...one.children].map((option) => option.textContent)]));
  assert.deepEqual(groups.map(([kind, ...names]) => [kind, kind === "Event" ? names.length : names.join()]), [
    ["AppConfig", "web"],
    ["ConfigMap", "web-config"],
    ["CustomResourceDefinition", "appconfigs.lab.example.com"],
    ["Event", 1],
    ["Namespace", "default"],
    ["Secret", "keys"],
    ["Begin a new one", "New ConfigMap,New Namespace,New Secret,New CustomResourceDefinition,New Lease,New AppConfig"],
  ]);
  await choose(page, "appconfigs.lab.example.com");
  assert.match((await printed(page, "describe"))[1], /\nSpec:\n[^]*\n {6}openAPIV3Schema:\n {8}Properties:\n[^]*\nEvents: {2}<none>$/);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  assert.match(await me.yaml.inputValue(), /name: appconfigs\.lab\.example\.com\nspec:/);
  await choose(page, "default");
  await view(page);
  assert.deepEqual(await printed(page, "get"), ["$ kubectl get namespace default", "NAME      STATUS   AGE\ndefault   Active   0s"]);
}));

test("a new object is begun from a template, created, and removed: with a namespace or without", () => journey({}, async (me, page) => {
  for (const [kind, name] of [["Lease", "new-lease"], ["Namespace", "new-namespace"], ["ConfigMap", "new-configmap"], ["AppConfig", "new-appconfig"], ["Secret", "new-secret"], ["CustomResourceDefinition", "widgets.lab.example.com"]]) {
    await choose(page, `New ${kind}`);
    await page.locator(".tab[aria-pressed=true]", { hasText: name }).waitFor();
    assert.equal(/namespace: default/.test(await me.yaml.inputValue()), !["Namespace", "CustomResourceDefinition"].includes(kind), kind);
    await me.save();
    await me.says(me.editor, /created, resourceVersion/);
  }
  await choose(page, "New ConfigMap");
  assert.match(await me.yaml.inputValue(), /name: new-configmap-2/);
  assert.equal(await page.locator(".chooser option", { hasText: "New Widget" }).count(), 0, "not served before its definition is established");
  await me.settle();
  await choose(page, "New Widget");
  assert.match(await me.yaml.inputValue(), /kind: Widget/);
  await choose(page, "new-namespace");
  await me.button(/^Delete$/).click();
  await me.settle();
  await me.says(me.editor, "not on the server");
  assert.equal(await page.locator(".chooser option", { hasText: /^new-namespace$/ }).count(), 0);
}));
