//! Answers in another shape: tables for people, metadata alone for machines.
//!
//! Models `apiserver/pkg/endpoints/handlers/response.go`.

mod age;
mod built_in;
mod custom;
mod json_path;

use serde_json::Value;

use super::Cluster;
use super::accept::{Format, Shape};
use super::fault::FieldFault;
use super::kind::Kind;
use super::request::{Body, Request, Response, WatchEvent};
use super::status::{Refusal, Status};
use crate::object::{Object, Record, Timestamp};

/// What a row says of its object beside the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Include {
    Nothing,
    Metadata,
    Everything,
}

/// Turns bodies into what was asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shaper {
    format: Format,
    include: Include,
    /// A stream says only once what its columns are.
    headers: bool,
}

impl Shaper {
    /// Reads what the query says of tables.
    ///
    /// Models `optionsForTransform` and `ValidateTableOptions`.
    pub(crate) fn new(format: Format, request: &Request) -> Result<Shaper, Refusal> {
        let asked = request.asked("includeObject");
        let include = match asked {
            "" | "Metadata" => Include::Metadata,
            "None" => Include::Nothing,
            "Object" => Include::Everything,
            _ if format.shape != Shape::Table => Include::Metadata,
            other => {
                let fault = FieldFault::invalid_text("includeObject", other, "must be 'Metadata', 'Object', 'None', or empty");
                return Err(Status::bad_request(format!("Unable to convert to Table as requested: {}: {}", fault.field, fault.body)));
            }
        };
        Ok(Shaper { format, include, headers: true })
    }

    /// Turns an answer that is no stream.
    pub(crate) fn shape(&mut self, mut response: Response, kind: &Kind, cluster: &Cluster) -> Result<Response, Refusal> {
        if self.format.shape != Shape::AsItIs && response.events.is_none() {
            response.body = self.body(response.body, kind, cluster.now())?;
        }
        Ok(response)
    }

    /// Turns an event of a stream. What cannot be turned is delivered as it is.
    pub(crate) fn shape_event(&mut self, event: &mut WatchEvent, kind: &Kind, cluster: &Cluster) {
        if self.format.shape != Shape::AsItIs
            && let Ok(body) = self.body(event.object.clone(), kind, cluster.now())
        {
            event.object = body;
            self.headers = false;
        }
    }

    /// Models `doTransformObject`.
    fn body(&self, body: Body, kind: &Kind, now: Timestamp) -> Result<Body, Refusal> {
        let is_list = matches!(body, Body::List(_));
        let (metadata, objects) = match &body {
            Body::Object(object) => {
                let mut metadata = Record::default();
                if object.metadata.revision.0 > 0 {
                    metadata.show("resourceVersion", &object.metadata.revision);
                }
                (metadata, std::slice::from_ref(object))
            }
            Body::List(list) => (list.metadata(), list.items.as_slice()),
            Body::Status(_) | Body::Json(_) => return Ok(body),
        };
        let mut items = Vec::new();
        let value = match (self.format.shape, is_list) {
            (Shape::Metadata, false) => objects.first().map_or(Value::Null, |object| self.metadata_of(object)),
            (Shape::MetadataList, true) => {
                for object in objects {
                    items.push(self.metadata_of(object));
                }
                self.whole("PartialObjectMetadataList", metadata, "items", items, None)
            }
            (Shape::Table, _) => {
                let columns = if kind.custom { custom::columns(kind) } else { built_in::columns(kind) };
                for object in objects {
                    let mut cells = Cells(Vec::with_capacity(columns.len()));
                    let fill = if kind.custom { custom::cells } else { built_in::cells };
                    fill(kind, object, now, &mut cells);
                    items.push(self.row(object, cells.0));
                }
                // No columns are `null`, not an empty list.
                let columns = if self.headers { Value::Array(columns) } else { Value::Null };
                self.whole("Table", metadata, "rows", items, Some(columns))
            }
            (shape, _) => return Err(Status::not_acceptable_as(unfit(shape, kind, is_list))),
        };
        Ok(Body::Json(value))
    }

    fn whole(&self, name: &str, metadata: Record, items_name: &str, items: Vec<Value>, columns: Option<Value>) -> Value {
        let mut record = self.typed(name);
        record.put("metadata", metadata.end());
        record.put_some("columnDefinitions", columns);
        record.put(items_name, Value::Array(items));
        record.end()
    }

    fn row(&self, object: &Object, cells: Vec<Value>) -> Value {
        let mut record = Record::default();
        record.put("cells", Value::Array(cells));
        record.put(
            "object",
            match self.include {
                Include::Nothing => Value::Null,
                Include::Metadata => self.metadata_of(object),
                Include::Everything => object.to_value(),
            },
        );
        record.end()
    }

    /// Models `meta.AsPartialObjectMetadata`.
    fn metadata_of(&self, object: &Object) -> Value {
        let mut record = self.typed("PartialObjectMetadata");
        record.put("metadata", object.metadata.to_value());
        record.end()
    }

    fn typed(&self, kind: &str) -> Record {
        let mut record = Record::default();
        record.text("kind", kind);
        record.text("apiVersion", self.format.api_version);
        record
    }
}

/// Models `asPartialObjectMetadata` and `asPartialObjectMetadataList`: the type is printed as Go names it.
#[cold]
fn unfit(shape: Shape, kind: &Kind, is_list: bool) -> String {
    let package = match kind.group.split('.').next() {
        _ if kind.custom => "unstructured",
        None | Some("") => "core",
        Some(group) => group,
    };
    let name = if kind.custom { "Unstructured" } else { &kind.kind };
    let list = if is_list { "List" } else { "" };
    let (wanted, not) = if shape == Shape::Metadata { ("PartialObjectMetadata", "") } else { ("PartialObjectMetadataList", "not ") };
    format!("you requested {wanted}, but the requested object is {not}a list (*{package}.{name}{list})")
}

const NAME: &str = "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names";
const CREATED: &str = "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";

/// What stands in a row.
struct Cells(Vec<Value>);

impl Cells {
    #[inline(never)]
    fn put(&mut self, value: Value) {
        self.0.push(value);
    }

    #[inline(never)]
    fn text(&mut self, text: &str) {
        self.put(text.into());
    }

    /// The time since then.
    fn age(&mut self, then: Option<Timestamp>, now: Timestamp) {
        self.put(age::since(then, now).into());
    }
}

/// A `TableColumnDefinition`.
fn column(name: &str, kind: &str, format: &str, description: &str, priority: i64) -> Value {
    let mut record = Record::default();
    record.text("name", name);
    record.text("type", kind);
    record.text("format", format);
    record.text("description", description);
    record.put("priority", priority.into());
    record.end()
}
