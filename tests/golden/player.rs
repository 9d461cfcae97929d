//! Plays a recording of a real API server against the one in memory.
//!
//! What differs from run to run stands in a recording as a symbol (`rv3`, `<uid1>`, `<t:step2>`…). The player keeps a
//! table from symbol to own value, filled from answers and events, and substitutes it into later requests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use reconcile_playground::cluster::{
    Background, Body, Cluster, Collector, CustomKind, Definitions, Namespaces, Options, Payload, Request, Response, WatchEvent,
};
use reconcile_playground::object::{Revision, Texts, Timestamp, canonical_text, canonicalize};
use serde_json::{Map, Value, json};

/// How a step ended.
#[derive(Debug)]
pub struct StepResult {
    pub case: String,
    pub step: u64,
    pub faults: Vec<String>,
}

/// The kinds that were there when the recordings were made.
pub fn kinds(setup: &Value) -> Vec<CustomKind> {
    let kind = |crd: &Value| {
        let spec = &crd["spec"];
        let version = &spec["versions"][0];
        let printer_columns = version["additionalPrinterColumns"].as_array().cloned().unwrap_or_default();
        CustomKind {
            group: text(&spec["group"]),
            version: text(&version["name"]),
            kind: text(&spec["names"]["kind"]),
            plural: text(&spec["names"]["plural"]),
            namespaced: spec["scope"] == "Namespaced",
            status_subresource: version["subresources"].get("status").is_some(),
            schema: Some(version["schema"]["openAPIV3Schema"].clone()),
            printer_columns,
        }
    };
    setup["crds"].as_array().unwrap().iter().map(kind).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_string()
}

/// Messages that print Go's insides: only the words up to the mark count.
///
/// * a missing kind: the body follows, as the client happened to write it;
/// * a patched object that cannot be decoded: the whole object follows, in the order of a Go struct.
const CUT: [&str; 3] =
    ["Object 'Kind' is missing in '", " \"\" is invalid: patch: Invalid value: ", "Invalid value: \"{\\\"apiVersion\\\""];

/// What the recorder took for a symbol or did not, and what it is: a word of Kubernetes' own with a number in it, a
/// generated name in a message, an Event's name with the moment in nanoseconds. And the revision with which the cache of a kind began when the server had started anew: a
/// real one writes a little meanwhile, the one in memory does not.
const MISTAKEN: [(&str, &str); 5] = [
    ("'rv1-abc'", "'123-abc'"),
    ("Bad_5klvg", "<gen99>"),
    ("foreign.18ec949750af5cb5", "<gen98>"),
    ("too old resource version: 20 (155)", "too old resource version: 20 (rvStart)"),
    ("too old resource version: 20 (157)", "too old resource version: 20 (rvStart)"),
];

/// Case 55 plays after etcd was compacted at a revision of about this.
const COMPACTED_AT: u64 = 150;

/// Reads a recording.
pub fn read(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap();
    serde_json::from_str(&MISTAKEN.iter().fold(text, |text, (wrong, right)| text.replace(wrong, right))).unwrap()
}

#[derive(Default)]
struct Table {
    values: BTreeMap<String, String>,
    /// Revisions whose order is a promise.
    ordered: BTreeSet<String>,
}

/// A piece of a recorded text.
enum Piece<'a> {
    Text(&'a str),
    Symbol(&'a str),
    /// A revision above another.
    Above(&'a str),
}

fn pieces(template: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < template.len() {
        let boundary = at == 0 || !template[..at].ends_with(|c: char| c.is_alphanumeric());
        let length = if boundary { symbol_length(&template[at..]) } else { 0 };
        if length == 0 {
            at += template[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        }
        if start < at {
            pieces.push(Piece::Text(&template[start..at]));
        }
        let symbol = &template[at..at + length];
        pieces.push(symbol.strip_prefix('>').map_or(Piece::Symbol(symbol), Piece::Above));
        at += length;
        start = at;
    }
    if start < template.len() {
        pieces.push(Piece::Text(&template[start..]));
    }
    pieces
}

/// What a continue token says.
fn continuation(token: &str) -> Option<Value> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_usize, 0);
    for letter in token.strip_prefix("ey").map(|_| token)?.bytes() {
        bits = bits << 6 | LETTERS.iter().position(|known| *known == letter)?;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 255).unwrap());
        }
    }
    serde_json::from_slice(&bytes).ok()
}

/// The length of the symbol with which a text begins; 0 if with none.
fn symbol_length(text: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    if let Some(rest) = text.strip_prefix('<') {
        let Some(end) = rest.find('>') else { return 0 };
        let name = &rest[..end];
        let known = ["uid", "gen", "continue"]
            .iter()
            .any(|kind| name.strip_prefix(kind).is_some_and(|rest| !rest.is_empty() && digits(rest) == rest.len()));
        let other = matches!(name, "t:setup" | "continueInconsistent" | "continueOld")
            || name.strip_prefix("t:step").is_some_and(|rest| digits(rest) == rest.len());
        return if known || other { end + 2 } else { 0 };
    }
    let above = usize::from(text.starts_with('>'));
    let Some(rest) = text[above..].strip_prefix("rv") else { return 0 };
    let length = if rest.starts_with("Start") { 5 } else { digits(rest) };
    let ends = !rest[length..].starts_with(|c: char| c.is_alphanumeric());
    if length > 0 && ends { above + 2 + length } else { 0 }
}

impl Table {
    /// Puts own values into a text of a request.
    fn fill(&mut self, template: &str) -> String {
        let mut filled = String::new();
        for piece in pieces(template) {
            match piece {
                Piece::Text(text) => filled.push_str(text),
                Piece::Symbol(symbol) | Piece::Above(symbol) => {
                    // A uid that first stands in a request is one that the client made up.
                    let made_up = || {
                        symbol
                            .strip_prefix("<uid")
                            .map_or(symbol.to_string(), |n| format!("00000000-0000-4000-8000-{:0>12}", n.trim_end_matches('>')))
                    };
                    filled.push_str(self.values.entry(symbol.to_string()).or_insert_with(made_up));
                }
            }
        }
        filled
    }

    fn fill_value(&mut self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.fill(text)),
            Value::Array(items) => items.iter().map(|item| self.fill_value(item)).collect(),
            Value::Object(map) => Value::Object(map.iter().map(|(key, item)| (self.fill(key), self.fill_value(item))).collect()),
            other => other.clone(),
        }
    }

    /// Whether an own text is what was recorded; learns the symbols it did not know.
    fn matches(&mut self, template: &str, own: &str, ordered: bool) -> bool {
        if let (Some(recorded), Some(own)) = (continuation(template), continuation(own)) {
            // A token that stands in a recording as it came: its revision is one of that run.
            return recorded["v"] == own["v"] && recorded["start"] == own["start"] && own["rv"].is_u64();
        }
        let mut rest = own;
        let pieces = pieces(template);
        for (index, piece) in pieces.iter().enumerate() {
            match piece {
                Piece::Text(text) => match rest.strip_prefix(text) {
                    Some(after) => rest = after,
                    None => return false,
                },
                Piece::Above(symbol) => {
                    let number = |text: &str| text.parse::<u64>().ok();
                    let floor = self.values.get(*symbol).and_then(|floor| number(floor));
                    return floor.is_some() && number(rest) > floor;
                }
                Piece::Symbol(symbol) => {
                    let end = match pieces.get(index + 1) {
                        Some(Piece::Text(next)) => rest.find(next).unwrap_or(rest.len()),
                        _ => rest.len(),
                    };
                    let (value, after) = rest.split_at(end);
                    if symbol.starts_with("rv") && !self.values.contains_key(*symbol) {
                        if value.is_empty() || !value.bytes().all(|b| b.is_ascii_digit()) {
                            return false;
                        }
                        if ordered {
                            self.ordered.insert((*symbol).to_string());
                        }
                    }
                    if self.values.entry((*symbol).to_string()).or_insert_with(|| value.to_string()) != value {
                        return false;
                    }
                    rest = after;
                }
            }
        }
        rest.is_empty()
    }

    /// Compares field by field; `ordered`: the revisions in it follow the order of their symbols.
    fn compare(&mut self, recorded: &Value, own: &Value, path: &str, ordered: bool, faults: &mut Vec<String>) {
        match (recorded, own) {
            (Value::Object(left), Value::Object(right)) => {
                if left.get("kind") == Some(&json!("Status"))
                    && left.get("details").and_then(|details| details["causes"].as_array()).is_some_and(|causes| causes.len() > 1)
                {
                    self.compare_causes(left, right, path, faults);
                    return;
                }
                let left: BTreeMap<String, &Value> = left.iter().map(|(key, value)| (self.fill_known(key), value)).collect();
                for key in left.keys().chain(right.keys().filter(|key| !left.contains_key(*key))) {
                    let below = format!("{path}/{key}");
                    match (left.get(key), right.get(key)) {
                        (Some(recorded), Some(own)) => self.compare(recorded, own, &below, ordered, faults),
                        (Some(recorded), None) => faults.push(format!("{below}: recorded {recorded}, own is missing")),
                        (None, own) => faults.push(format!("{below}: not recorded, own {}", own.unwrap_or(&Value::Null))),
                    }
                }
            }
            (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
                for (index, (recorded, own)) in left.iter().zip(right).enumerate() {
                    self.compare(recorded, own, &format!("{path}/{index}"), ordered, faults);
                }
            }
            (Value::String(template), Value::String(own)) => {
                let (template, own) = match CUT.iter().find_map(|mark| Some((template.find(mark)?, *mark))) {
                    Some((at, mark)) => (&template[..at + mark.len()], own.get(..at + mark.len()).unwrap_or(own)),
                    None => (template.as_str(), own.as_str()),
                };
                if !self.matches(template, own, ordered) {
                    faults.push(format!("{path}: recorded {:?}, own {own:?}", self.fill_known(template)));
                }
            }
            (left, right) if canonicalize(left.clone()) == canonicalize(right.clone()) => {}
            (left, right) => faults.push(format!("{path}: recorded {left}, own {right}")),
        }
    }

    /// Several faults come in no fixed order: causes and the parts of the message are compared as sets.
    fn compare_causes(&mut self, recorded: &Map<String, Value>, own: &Map<String, Value>, path: &str, faults: &mut Vec<String>) {
        let strip = |status: &Map<String, Value>| {
            let mut status = Value::Object(status.clone());
            status["message"] = Value::Null;
            status["details"]["causes"] = Value::Null;
            status
        };
        self.compare(&strip(recorded), &strip(own), path, true, faults);
        let set = |table: &mut Table, status: &Map<String, Value>| {
            let mut causes: Vec<String> = status
                .get("details")
                .and_then(|details| details["causes"].as_array())
                .into_iter()
                .flatten()
                .map(|cause| canonical_text(&table.fill_value(cause)))
                .collect();
            causes.sort();
            causes
        };
        let (left, right) = (set(self, recorded), set(self, own));
        if left != right {
            faults.push(format!("{path}/details/causes: recorded {left:?}, own {right:?}"));
        }
        let (message, own_message) =
            (self.fill(recorded["message"].as_str().unwrap()), own.get("message").and_then(Value::as_str).unwrap_or_default());
        let part =
            |cause: &Value| format!("{}: {}", cause["field"].as_str().unwrap_or_default(), cause["message"].as_str().unwrap_or_default());
        let parts = own.get("details").and_then(|details| details["causes"].as_array()).into_iter().flatten().map(part);
        // Only a 422 spells its causes out in the message; the conflicts of an apply are sorted there.
        let same = match message.find(" is invalid: ") {
            None => message == own_message,
            place => {
                message.len() == own_message.len()
                    && parts.into_iter().all(|part| message.contains(&part))
                    && place == own_message.find(" is invalid: ")
            }
        };
        if !same {
            faults.push(format!("{path}/message: recorded {message:?}, own {own_message:?}"));
        }
    }

    /// Like [`Table::fill`], but leaves what it does not know.
    fn fill_known(&self, template: &str) -> String {
        let known = |piece: &Piece| match piece {
            Piece::Text(text) => (*text).to_string(),
            Piece::Symbol(symbol) => self.values.get(*symbol).map_or((*symbol).to_string(), Clone::clone),
            Piece::Above(symbol) => format!(">{symbol}"),
        };
        pieces(template).iter().map(known).collect()
    }
}

/// An event that a watch of the case delivered.
struct Recorded {
    step: u64,
    watch: String,
    event: Value,
    seen: bool,
}

pub struct Player<'a> {
    case: &'a Value,
    name: String,
    cluster: Cluster,
    workers: [Background; 3],
    table: Table,
    watches: Vec<(Request, String, Revision)>,
    recorded: Vec<Recorded>,
    /// Events of others (collector, namespace controller) may come in another step and another order.
    relaxed: bool,
    /// In milliseconds; a step takes a second, as it did when the recordings were made.
    now: u64,
}

impl<'a> Player<'a> {
    pub fn new(case: &'a Value, kinds: &[CustomKind]) -> Player<'a> {
        let start = Timestamp::parse("2026-01-01T00:00:00Z").unwrap();
        let mut cluster = Cluster::new(kinds, Options { seed: 1, start, noop_bumps: false }).unwrap();
        let mut table = Table::default();
        table.values.insert("<t:setup>".to_string(), start.to_string());
        let agent = text(&case["userAgent"]);
        for namespace in case["namespaces"].as_array().unwrap() {
            create(&mut cluster, &agent, "/api/v1/namespaces", "Namespace", namespace.as_str().unwrap());
        }
        let name = text(&case["case"]);
        if name.contains("410") {
            let namespace = case["namespaces"][0].as_str().unwrap();
            table.values.insert("<continueOld>".to_string(), forget_the_past(&mut cluster, &agent, namespace));
        }
        table.values.insert("rvStart".to_string(), cluster.revision().to_string());
        let mut watches = Vec::new();
        for watch in case["watches"].as_array().unwrap() {
            // Where a watch does not begin at "rvStart", it begins at the revision of the namespace, which is the same.
            let from = text(&watch["query"]["resourceVersion"]);
            table.values.insert(from, cluster.revision().to_string());
            let request = Request {
                method: "GET".into(),
                path: text(&watch["path"]),
                query: Texts::from([("watch".to_string(), "1".to_string())]),
                ..Request::default()
            };
            watches.push((request, text(&watch["id"]), cluster.revision()));
        }
        let relaxed = ["gc-", "namespaces", "crd-lifecycle", "delete-", "41-", "16-"].iter().any(|part| name.contains(part));
        let recorded = case["steps"].as_array().unwrap().iter().flat_map(|step| {
            let number = step["n"].as_u64().unwrap();
            step["events"].as_array().into_iter().flatten().map(move |event| Recorded {
                step: number,
                watch: text(&event["watch"]),
                event: event.clone(),
                seen: false,
            })
        });
        Player {
            case,
            name,
            cluster,
            workers: [
                Background::Collector(Collector::new()),
                Background::Namespaces(Namespaces::new()),
                Background::Definitions(Definitions::new()),
            ],
            table,
            watches,
            recorded: recorded.collect(),
            relaxed,
            now: 0,
        }
    }

    /// Plays the whole case. `heal` says whether a step that fails is expected to; its effect is then made by other
    /// means, so that the rest can be checked.
    pub fn play(mut self, heal: &dyn Fn(&str, u64) -> bool) -> Vec<StepResult> {
        let mut results = Vec::new();
        for step in self.case["steps"].as_array().unwrap() {
            let number = step["n"].as_u64().unwrap();
            self.pass(1);
            let mut faults = self.step(step);
            if heal(&self.name, number) && !faults.is_empty() {
                self.heal(step);
            }
            self.events(step, &mut faults);
            results.push(StepResult { case: self.name.clone(), step: number, faults });
        }
        let left: Vec<String> =
            self.recorded.iter().filter(|event| !event.seen).map(|event| format!("{} of step {}", event.event, event.step)).collect();
        let last = results.last_mut().unwrap();
        last.faults.extend(left.into_iter().map(|event| format!("never delivered: {event}")));
        last.faults.extend(self.order());
        results
    }

    fn pass(&mut self, seconds: u64) {
        self.now += seconds * 1000;
        self.cluster.set_time(self.now);
    }

    fn order(&self) -> Vec<String> {
        let number = |symbol: &str| symbol[2..].parse::<u64>().ok();
        let mut revisions: Vec<(u64, u64)> =
            self.table.ordered.iter().filter_map(|symbol| Some((number(symbol)?, self.table.values[symbol].parse().ok()?))).collect();
        revisions.sort_unstable();
        revisions
            .windows(2)
            .filter(|pair| pair[0].1 >= pair[1].1)
            .map(|pair| format!("rv{} is not before rv{}", pair[0].0, pair[1].0))
            .collect()
    }

    fn request(&mut self, step: &Value) -> Option<Request> {
        let recorded = step.get("request")?;
        self.know_namespaces(recorded);
        let header = |name: &str| recorded["headers"].get(name).map(text);
        let body = match (recorded.get("body"), recorded.get("rawBody")) {
            (Some(body), _) => Payload::Json(self.table.fill_value(body)),
            (None, Some(raw)) => Payload::Raw(self.table.fill(raw.as_str().unwrap()).into()),
            (None, None) => Payload::None,
        };
        let query = recorded["query"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, value)| (key.clone(), self.table.fill(value.as_str().unwrap())))
            .collect();
        Some(Request {
            method: text(&recorded["method"]),
            path: self.table.fill(recorded["path"].as_str().unwrap()),
            query,
            content_type: recorded.get("contentType").map(text),
            accept: header("Accept"),
            body,
            user_agent: header("User-Agent").unwrap_or_else(|| text(&self.case["userAgent"])),
        })
    }

    /// A request may name the uid of its namespace, which no answer has shown.
    fn know_namespaces(&mut self, value: &Value) {
        match value {
            Value::Object(map) => {
                if let (Some(Value::String(uid)), Some(Value::String(name)), true) =
                    (map.get("uid"), map.get("name"), map.get("kind") == Some(&json!("Namespace")))
                {
                    let kind = self.cluster.kind("Namespace", Some("v1")).unwrap();
                    if let Some(namespace) = self.cluster.find(kind, None, name) {
                        self.table.values.entry(uid.clone()).or_insert_with(|| namespace.metadata.uid.to_string());
                    }
                }
                map.values().for_each(|item| self.know_namespaces(item));
            }
            Value::Array(items) => items.iter().for_each(|item| self.know_namespaces(item)),
            _ => {}
        }
    }

    fn step(&mut self, step: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        let Some(request) = self.request(step) else { return faults };
        let mut response = self.cluster.handle(&request);
        if step.get("stream").is_some() && response.events.is_some() {
            response.events = Some(self.stream(step, &request, &mut faults));
        }
        self.check(step, &response, &mut faults);
        faults
    }

    /// Holds a watch open as long as the recorder did.
    fn stream(&mut self, step: &Value, request: &Request, faults: &mut Vec<String>) -> Vec<WatchEvent> {
        let mut watch = self.cluster.watch(request).unwrap_or_else(|response| panic!("{response:?}"));
        self.write_beside(step);
        // A bookmark above a revision means that somebody wrote elsewhere.
        let above = |event: &Value| {
            event["type"] == "BOOKMARK" && event["object"]["metadata"]["resourceVersion"].as_str().unwrap().starts_with('>')
        };
        if step["stream"].as_array().unwrap().iter().any(above) {
            let agent = text(&self.case["userAgent"]);
            create(&mut self.cluster, &agent, "/api/v1/namespaces", "Namespace", &format!("elsewhere-{}", self.now));
        }
        let note = step["note"].as_str().unwrap_or_default();
        let noted = note.split_once(" s,").and_then(|(seconds, _)| seconds.parse().ok());
        let timeout = request.query.get("timeoutSeconds").map(|seconds| seconds.parse().unwrap());
        self.pass(timeout.or(noted).unwrap_or(1));
        let events = watch.read(&self.cluster);
        let closed = step["streamEnd"] == "server closed the stream";
        if watch.is_over() != closed {
            faults.push(format!("the stream: recorded {}, own is over: {}", step["streamEnd"], watch.is_over()));
        }
        events
    }

    /// What the recorder wrote while it watched, in requests that are not recorded: the events of the case's own watches tell.
    fn write_beside(&mut self, step: &Value) {
        for event in step["events"].as_array().into_iter().flatten() {
            let id = event["watch"].as_str().unwrap();
            let (request, ..) = self.watches.iter().find(|watch| watch.1 == id).unwrap();
            let (all, name) = (request.path.clone(), text(&event["object"]["metadata"]["name"]));
            let one = format!("{all}/{name}");
            let send = |player: &mut Self, method: &str, path: &str, body: Payload| {
                let content_type = (method == "PATCH").then(|| "application/merge-patch+json".to_string());
                let user_agent = text(&player.case["userAgent"]);
                let request = Request { method: method.into(), path: path.into(), body, content_type, user_agent, ..Request::default() };
                player.cluster.handle(&request)
            };
            let mut wanted = event["object"].clone();
            let metadata = wanted["metadata"].as_object_mut().unwrap();
            for system in ["resourceVersion", "managedFields", "uid", "creationTimestamp", "generation"] {
                metadata.remove(system);
            }
            let response = match event["type"].as_str().unwrap() {
                "ADDED" => send(self, "POST", &all, Payload::Json(wanted)),
                "DELETED" => send(self, "DELETE", &one, Payload::None),
                _ => send(self, "PATCH", &one, Payload::Json(wanted)),
            };
            assert!(response.is_success(), "{response:?}");
        }
    }

    fn check(&mut self, step: &Value, response: &Response, faults: &mut Vec<String>) {
        let recorded = &step["response"];
        if recorded["code"] != json!(response.code) {
            faults.push(format!("code: recorded {}, own {}: {}", recorded["code"], response.code, response.body.to_value()));
            return;
        }
        if let Some(body) = recorded.get("body") {
            self.table.compare(body, &response.body.to_value(), "body", true, faults);
        }
        let warnings = recorded.get("warnings").cloned().unwrap_or(json!([]));
        self.table.compare(&warnings, &json!(response.warnings), "warnings", true, faults);
        if let (Some(stream), true) = (step.get("stream"), response.code == 200) {
            match &response.events {
                Some(events) => {
                    let own: Vec<Value> = events.iter().map(WatchEvent::to_value).collect();
                    self.table.compare(stream, &json!(own), "stream", true, faults);
                }
                // `watch` on one object is no watch.
                None => self.table.compare(&stream[0], &response.body.to_value(), "stream", true, faults),
            }
        }
    }

    /// Makes the effect of a step that is not done yet: a merge patch turns what is stored into what was recorded.
    fn heal(&mut self, step: &Value) {
        let recorded = &step["response"]["body"];
        let Some(request) = self.request(step) else { return };
        if recorded["metadata"].get("uid").is_none()
            || request.method == "GET"
            || request.method == "DELETE"
            || request.query.contains_key("dryRun")
        {
            return;
        }
        let current = self.cluster.handle(&Request { method: "GET".into(), body: Payload::None, query: Texts::new(), ..request.clone() });
        let Body::Object(current) = &current.body else { return };
        let current = current.to_value();
        let mut wanted = recorded.clone();
        for system in ["resourceVersion", "managedFields", "uid", "creationTimestamp", "generation", "deletionTimestamp"] {
            wanted["metadata"][system] = current["metadata"].get(system).cloned().unwrap_or(Value::Null);
        }
        let wanted = self.table.fill_value(&wanted);
        let patch = Request {
            method: "PATCH".into(),
            content_type: Some("application/merge-patch+json".into()),
            body: Payload::Json(difference(&current, &wanted)),
            ..request
        };
        let response = self.cluster.handle(&patch);
        self.check(step, &response, &mut Vec::new());
    }

    /// Lets the collector and the namespace controller work until both are idle, then compares what the watches of the case delivered.
    fn events(&mut self, step: &Value, faults: &mut Vec<String>) {
        let number = step["n"].as_u64().unwrap();
        for _ in 0..10_000 {
            match self.workers.iter_mut().find(|worker| worker.has_work(&self.cluster)) {
                Some(worker) => drop(worker.work(&mut self.cluster)),
                None => break,
            }
        }
        assert!(!self.workers.iter().any(|worker| worker.has_work(&self.cluster)), "the workers do not come to rest");
        let mut own: Vec<(Revision, String, Value)> = Vec::new();
        for (request, id, since) in &mut self.watches {
            request.query.insert("resourceVersion".to_string(), since.to_string());
            for event in self.cluster.handle(request).events.unwrap_or_default() {
                let Body::Object(object) = &event.object else { continue };
                *since = (*since).max(object.metadata.revision);
                own.push((object.metadata.revision, id.clone(), event.to_value()));
            }
        }
        own.sort_by_key(|(revision, ..)| *revision);
        for (_, watch, event) in own {
            self.one_event(number, &watch, &event, faults);
        }
        if !self.relaxed {
            for late in self.recorded.iter_mut().filter(|event| event.step == number && !event.seen) {
                faults.push(format!("not delivered: {}", late.event));
                late.seen = true;
            }
        }
        let nothing_happens = step["wait"]["untilSeen"] == json!(false) && self.name.contains("gc-");
        if nothing_happens {
            for early in self.recorded.iter().filter(|event| event.step > number && event.seen) {
                faults.push(format!("too early: {}", early.event));
            }
        }
    }

    fn one_event(&mut self, step: u64, watch: &str, own: &Value, faults: &mut Vec<String>) {
        let name = |event: &Value| self.table.fill_known(event["object"]["metadata"]["name"].as_str().unwrap_or_default());
        let own_name = text(&own["object"]["metadata"]["name"]);
        // In order; where others work too, in order for each object.
        let next = self.recorded.iter().position(|recorded| {
            let same = recorded.watch == watch
                && (name(&recorded.event) == own_name
                    || recorded.event["object"]["metadata"]["name"].as_str().is_some_and(|name| name.starts_with("<gen")));
            !recorded.seen && if self.relaxed { same } else { recorded.step == step }
        });
        let Some(next) = next else {
            faults.push(format!("not recorded: {watch} {own}"));
            return;
        };
        self.recorded[next].seen = true;
        let mut recorded = self.recorded[next].event.clone();
        if recorded["watch"] != watch {
            faults.push(format!("events: recorded {recorded}, own {watch} {own}"));
            return;
        }
        recorded.as_object_mut().unwrap().remove("watch");
        self.table.compare(&recorded, own, &format!("event {own_name}"), !self.relaxed, faults);
    }
}

fn create(cluster: &mut Cluster, agent: &str, path: &str, kind: &str, name: &str) {
    let body = json!({"apiVersion": "v1", "kind": kind, "metadata": {"name": name}});
    let request =
        Request { method: "POST".into(), path: path.into(), body: Payload::Json(body), user_agent: agent.into(), ..Request::default() };
    assert!(cluster.handle(&request).is_success());
}

/// What happened before case 55: a list was begun, much was written, etcd was compacted and the server started anew. The
/// token with which that list would go on after the name `a`.
fn forget_the_past(cluster: &mut Cluster, agent: &str, namespace: &str) -> String {
    let path = format!("/api/v1/namespaces/{namespace}/configmaps");
    let mut token = String::new();
    while cluster.revision() < Revision(COMPACTED_AT) {
        for name in ["a", "b"] {
            create(cluster, agent, &path, "ConfigMap", name);
        }
        if token.is_empty() {
            let query = BTreeMap::from([("limit".to_string(), "1".to_string())]);
            let page = cluster.handle(&Request {
                method: "GET".into(),
                path: path.clone(),
                query: query.into_iter().collect(),
                ..Request::default()
            });
            token = text(&page.body.to_value()["metadata"]["continue"]);
        }
        for name in ["a", "b"] {
            let path = format!("{path}/{name}");
            assert!(cluster.handle(&Request { method: "DELETE".into(), path, ..Request::default() }).is_success());
        }
    }
    cluster.compact();
    token
}

/// The merge patch that makes `wanted` of `current`.
fn difference(current: &Value, wanted: &Value) -> Value {
    let (Value::Object(old), Value::Object(new)) = (current, wanted) else { return wanted.clone() };
    let mut patch = Map::new();
    // What is null and was not there stays away.
    for (key, value) in new.iter().filter(|(key, value)| old.get(*key) != Some(*value) && (!value.is_null() || old.contains_key(*key))) {
        patch.insert(key.clone(), difference(old.get(key).unwrap_or(&Value::Null), value));
    }
    patch.extend(old.keys().filter(|key| !new.contains_key(*key)).map(|key| (key.clone(), Value::Null)));
    Value::Object(patch)
}
