//! What the query of a list or watch asks for.
//!
//! Models `apimachinery/pkg/apis/meta/internalversion`: conversion, defaults and validation of `ListOptions`.

use super::fault::{Faults, FieldFault};
use super::field_selector::{FieldSelector, NAME};
use super::request::Request;
use super::route::Route;
use super::selector::LabelSelector;
use super::status::{Refusal, Status, quoted};
use crate::object::Object;

const MATCH: &str = "resourceVersionMatch";
const NOT_OLDER: &str = "NotOlderThan";
const EXACT: &str = "Exact";

/// What is selected.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    pub(crate) labels: LabelSelector,
    pub(crate) fields: FieldSelector,
}

impl Selection {
    /// Whether it takes everything.
    pub(crate) fn is_empty(&self) -> bool {
        self.labels.is_empty() && self.fields.is_empty()
    }

    /// Whether it takes an object.
    pub(crate) fn takes(&self, object: &Object) -> bool {
        self.labels.matches(&object.metadata.labels) && self.fields.matches(object)
    }
}

/// The options, read and valid.
#[derive(Clone, Debug)]
pub(crate) struct ListOptions<'a> {
    pub(crate) selection: Selection,
    pub(crate) watch: bool,
    pub(crate) bookmarks: bool,
    pub(crate) revision: &'a str,
    /// How the revision is meant; empty: at least, but with a limit exactly, as it always was.
    matching: &'a str,
    pub(crate) timeout_seconds: Option<i64>,
    pub(crate) limit: i64,
    pub(crate) token: &'a str,
    pub(crate) initial_events: Option<bool>,
}

impl<'a> ListOptions<'a> {
    /// Reads the query of a request for a route.
    pub(crate) fn of(request: &'a Request, route: &Route) -> Result<ListOptions<'a>, Refusal> {
        let query = |name: &str| request.query.get(name).map(String::as_str);
        let (timeout_seconds, limit) = (number(request, "timeoutSeconds")?, number(request, "limit")?.unwrap_or(0));
        let labels = LabelSelector::parse(request.asked("labelSelector")).map_err(Status::bad_request)?;
        let fields = FieldSelector::parse(request.asked("fieldSelector")).map_err(Status::bad_request)?;
        let watch = query("watch").is_some_and(go_bool);
        let revision = request.asked("resourceVersion");
        let mut initial_events = query("sendInitialEvents").map(go_bool);
        let mut matching = request.asked(MATCH);
        // Models `SetListOptionsDefaults`: a watch without a revision has always begun with what is there.
        if watch && initial_events.is_none() && matching.is_empty() && matches!(revision, "" | "0") {
            initial_events = Some(true);
            matching = NOT_OLDER;
        }
        let mut options = ListOptions {
            selection: Selection { labels, fields },
            watch,
            bookmarks: query("allowWatchBookmarks").is_some_and(go_bool),
            revision,
            matching,
            timeout_seconds,
            limit,
            token: request.asked("continue"),
            initial_events,
        };
        let faults = if watch { options.faults_of_watch() } else { options.faults_of_list() };
        if !faults.is_empty() {
            return Err(Status::invalid_options("ListOptions", &faults));
        }
        options.selection.fields.check(&route.kind).map_err(Status::bad_request)?;
        options.narrow(route.name)?;
        Ok(options)
    }

    /// Models `ValidateListOptions`.
    fn faults_of_list(&self) -> Vec<FieldFault> {
        let matching = self.matching;
        let mut faults = Vec::new();
        if !matching.is_empty() {
            if self.revision.is_empty() {
                faults.forbidden(MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided");
            }
            self.refuse_match_with_token(&mut faults);
            if !matches!(matching, EXACT | NOT_OLDER) {
                faults.not_supported(MATCH, &matching.into(), r#""Exact", "NotOlderThan", """#);
            }
            if matching == EXACT && self.revision == "0" {
                faults.forbidden(MATCH, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
            }
        }
        if self.initial_events.is_some() {
            faults.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list");
        }
        faults
    }

    /// Models `validateWatchOptions`.
    fn faults_of_watch(&self) -> Vec<FieldFault> {
        let matching = self.matching;
        let mut faults = Vec::new();
        if self.initial_events.is_some() && matching != NOT_OLDER {
            faults.forbidden(MATCH, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
        }
        if !matching.is_empty() {
            if self.initial_events.is_none() {
                faults.forbidden(MATCH, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
            }
            if matching != NOT_OLDER {
                faults.not_supported(MATCH, &matching.into(), r#""NotOlderThan""#);
            }
            self.refuse_match_with_token(&mut faults);
        }
        faults
    }

    /// Whether a list shows its revision and no other. `single`: one object is looked up, not searched.
    pub(crate) fn is_exact(&self, single: bool) -> bool {
        self.matching == EXACT || (self.matching.is_empty() && self.limit > 0 && !matches!(self.revision, "" | "0") && !single)
    }

    fn refuse_match_with_token(&self, faults: &mut Vec<FieldFault>) {
        if !self.token.is_empty() {
            faults.forbidden(MATCH, "resourceVersionMatch is forbidden when continue is provided");
        }
    }

    /// A path to one object (an old watch path) selects its name.
    ///
    /// Models `apiserver/pkg/endpoints/handlers/get.go` `ListResource`.
    fn narrow(&mut self, name: Option<&str>) -> Result<(), Refusal> {
        let Some(name) = name else { return Ok(()) };
        let fields = &mut self.selection.fields;
        if fields.is_empty() {
            *fields = FieldSelector::named(name);
        } else if fields.exact(NAME) != Some(name) {
            return Err(Status::bad_request("fieldSelector metadata.name doesn't match requested name"));
        }
        Ok(())
    }
}

#[inline(never)]
fn number(request: &Request, name: &str) -> Result<Option<i64>, Refusal> {
    let Some(text) = request.query.get(name) else { return Ok(None) };
    go_integer(text).map(Some).map_err(Status::bad_request)
}

/// Anything but `false` and `0` is true.
///
/// Models `apimachinery/pkg/runtime/conversion.go` `Convert_Slice_string_To_bool`.
pub(crate) fn go_bool(text: &str) -> bool {
    !text.eq_ignore_ascii_case("false") && text != "0"
}

/// Models `strconv.ParseInt`.
pub(crate) fn go_integer(text: &str) -> Result<i64, String> {
    let digits = text.strip_prefix('-').or(text.strip_prefix('+')).unwrap_or(text);
    let what = if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) { "invalid syntax" } else { "value out of range" };
    text.parse().map_err(|_| format!("strconv.ParseInt: parsing {}: {what}", quoted(text)))
}
