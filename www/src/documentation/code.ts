// What each value of each habit looks like in code: a few lines of our own, for controller-runtime v0.25 (Go) and
// kube-rs 4 (Rust). In both, `app` is the AppConfig of the pass, `child` its ConfigMap, `wanted` the ConfigMap that it
// should be. An empty text: there is nothing to write, or the library cannot be used so; the words say which.

import type { HabitName } from "../habits.ts";

export type Snippets = readonly [go: string, rust: string];

/** Lines without the indentation that they have in this file. */
function code(strings: TemplateStringsArray): string {
  const lines = (strings.raw[0] ?? "").replace(/^\n/, "").trimEnd().split("\n");
  const indent = Math.min(...lines.filter((line) => line.trim() !== "").map((line) => /^ */.exec(line)![0].length));
  return lines.map((line) => line.slice(indent)).join("\n");
}

const NOTHING = "";

export const CODE: Record<HabitName, Record<string, Snippets>> = {
  predicate: {
    generation: [
      code`
        ctrl.NewControllerManagedBy(mgr).
            For(&labv1.AppConfig{}, builder.WithPredicates(
                predicate.GenerationChangedPredicate{},
            )).
            Owns(&corev1.ConfigMap{}).
            Complete(r)`,
      code`
        let (reader, writer) = reflector::store();
        let changed = watcher(apps, watcher::Config::default())
            .default_backoff()
            .reflect(writer)
            .applied_objects()
            .predicate_filter(predicates::generation, PredicateConfig::default());
        Controller::for_stream(changed, reader)`,
    ],
    none: [code`For(&labv1.AppConfig{})`, code`Controller::new(apps, watcher::Config::default())`],
    resourceVersion: [
      code`
        For(&labv1.AppConfig{}, builder.WithPredicates(
            predicate.ResourceVersionChangedPredicate{},
        ))`,
      code`.predicate_filter(predicates::resource_version, PredicateConfig::default())`,
    ],
    generationOrMetadata: [
      code`
        builder.WithPredicates(predicate.Or(
            predicate.GenerationChangedPredicate{},
            predicate.LabelChangedPredicate{},
            predicate.AnnotationChangedPredicate{},
            finalizersChanged,
        ))`,
      code`
        let what = predicates::generation
            .combine(predicates::labels)
            .combine(predicates::annotations)
            .combine(predicates::finalizers);
        stream.predicate_filter(what, PredicateConfig::default())`,
    ],
    swapped: [
      code`
        handler.Funcs{
            UpdateFunc: func(ctx context.Context, e event.UpdateEvent,
                q workqueue.TypedRateLimitingInterface[reconcile.Request]) {
                r.enqueue(q, e.ObjectOld)
            },
        }`,
      code`
        let old = seen.insert(app.name_any(), app.clone());
        old.filter(wants_reconcile).map(|old| ObjectRef::from_obj(&old))`,
    ],
  },
  predicateScope: {
    for: [
      code`
        For(&labv1.AppConfig{}, builder.WithPredicates(changed)).
            Owns(&corev1.ConfigMap{})`,
      code`
        let changed = apps.predicate_filter(predicates::generation, config);
        Controller::for_stream(changed, reader)
            .owns(maps, watcher::Config::default())`,
    ],
    global: [
      code`
        For(&labv1.AppConfig{}).
            Owns(&corev1.ConfigMap{}).
            WithEventFilter(predicate.GenerationChangedPredicate{})`,
      NOTHING,
    ],
  },
  ownedPredicate: {
    none: [code`Owns(&corev1.ConfigMap{})`, code`.owns(maps, watcher::Config::default())`],
    generation: [
      code`
        Owns(&corev1.ConfigMap{}, builder.WithPredicates(
            predicate.GenerationChangedPredicate{},
        ))`,
      code`
        let changed = watcher(maps, watcher::Config::default())
            .touched_objects()
            .predicate_filter(predicates::generation, PredicateConfig::default());
        controller.owns_stream(changed)`,
    ],
  },
  watchOwned: {
    true: [
      code`
        For(&labv1.AppConfig{}).
            Owns(&corev1.ConfigMap{}).
            Complete(r)`,
      code`Controller::new(apps, config.clone()).owns(maps, config)`,
    ],
    false: [
      code`
        For(&labv1.AppConfig{}).
            Complete(r)`,
      code`Controller::new(apps, config)`,
    ],
  },
  watchRequired: {
    true: [
      code`Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(r.appsRequiring))`,
      code`
        .watches(secrets, watcher::Config::default(), move |secret| {
            let name = secret.name_any();
            let users = store.state_filter(|app| app.spec.requires.as_ref() == Some(&name));
            users.into_iter().map(|app| ObjectRef::from_obj(&*app))
        })`,
    ],
    false: [
      code`
        key := types.NamespacedName{Namespace: app.Namespace, Name: app.Spec.Requires}
        err := r.Get(ctx, key, &secret)`,
      code`let secret = secrets.get_opt(requires).await?;`,
    ],
  },
  matchOwner: {
    controller: [code`Owns(&corev1.ConfigMap{})`, NOTHING],
    every: [code`Owns(&corev1.ConfigMap{}, builder.MatchEveryOwner)`, code`.owns(maps, watcher::Config::default())`],
  },
  queue: {
    priority: [code`WithOptions(controller.Options{UsePriorityQueue: ptr.To(true)})`, NOTHING],
    classic: [code`WithOptions(controller.Options{UsePriorityQueue: ptr.To(false)})`, NOTHING],
  },
  workers: {
    1: [
      code`WithOptions(controller.Options{MaxConcurrentReconciles: 1})`,
      code`.with_config(controller::Config::default().concurrency(1))`,
    ],
    set: [
      code`WithOptions(controller.Options{MaxConcurrentReconciles: 4})`,
      code`.with_config(controller::Config::default().concurrency(4))`,
    ],
  },
  readFrom: {
    cache: [
      code`err := r.Get(ctx, key, &child)`,
      code`let child = store.get(&ObjectRef::new(&name).within(&namespace));`,
    ],
    server: [
      code`
        r.APIReader = mgr.GetAPIReader()

        err := r.APIReader.Get(ctx, key, &child)`,
      code`let child = maps.get_opt(&name).await?;`,
    ],
  },
  cacheSelector: {
    null: [
      code`mgr, err := ctrl.NewManager(config, ctrl.Options{Scheme: scheme})`,
      code`let config = watcher::Config::default();`,
    ],
    set: [
      code`
        blue := labels.SelectorFromSet(labels.Set{"team": "blue"})
        cache.Options{ByObject: map[client.Object]cache.ByObject{
            &corev1.ConfigMap{}: {Label: blue},
            &corev1.Secret{}:    {Label: blue},
        }}`,
      code`let config = watcher::Config::default().labels("team=blue");`,
    ],
  },
  cacheCopy: {
    true: [
      code`
        if err := r.Get(ctx, key, &child); err != nil {
            return err
        }
        child.Data = wanted.Data`,
      code`
        let cached = store.get(&key).ok_or(Error::Missing)?;
        let mut child = ConfigMap::clone(&cached);
        child.data = wanted.data;`,
    ],
    false: [
      code`
        cache.Options{DefaultUnsafeDisableDeepCopy: ptr.To(true)}

        if err := r.List(ctx, &children); err != nil {
            return err
        }
        children.Items[0].Data["color"] = app.Spec.Data["color"]`,
      NOTHING,
    ],
  },
  compare: {
    fields: [
      code`
        if maps.Equal(child.Data, wanted.Data) && metav1.IsControlledBy(&child, &app) {
            return nil
        }`,
      code`
        let same = child.data == wanted.data;
        if same && child.owner_references() == wanted.owner_references() {
            return Ok(());
        }`,
    ],
    always: [
      code`
        child.Data = wanted.Data
        return r.Update(ctx, &child)`,
      code`maps.replace(&name, &PostParams::default(), &wanted).await?;`,
    ],
    whole: [
      code`
        if equality.Semantic.DeepEqual(&child, wanted) {
            return nil
        }`,
      code`
        if child == wanted {
            return Ok(());
        }`,
    ],
    hash: [
      code`
        if child.Annotations["lab.example.com/hash"] == hashOf(wanted.Data) {
            return nil
        }`,
      code`
        if child.annotations().get("lab.example.com/hash") == Some(&hash_of(&wanted)) {
            return Ok(());
        }`,
    ],
  },
  order: {
    sorted: [
      code`
        for _, key := range slices.Sorted(maps.Keys(app.Spec.Data)) {
            fmt.Fprintf(&text, "%s=%s\n", key, app.Spec.Data[key])
        }`,
      code`
        let data: BTreeMap<String, String> = app.spec.data.clone();
        for (key, value) in &data {
            text += &format!("{key}={value}\n");
        }`,
    ],
    seeded: [
      code`
        for key, value := range app.Spec.Data {
            fmt.Fprintf(&text, "%s=%s\n", key, value)
        }`,
      code`
        let data: HashMap<_, _> = app.spec.data.clone().into_iter().collect();
        for (key, value) in &data {
            text += &format!("{key}={value}\n");
        }`,
    ],
  },
  stamp: {
    none: [
      code`wanted := &corev1.ConfigMap{ObjectMeta: meta, Data: app.Spec.Data}`,
      code`
        let data = Some(app.spec.data.clone());
        let wanted = ConfigMap { metadata, data, ..Default::default() };`,
    ],
    time: [
      code`wanted.Annotations["lab.example.com/stamp"] = time.Now().Format(time.RFC3339Nano)`,
      code`
        let now = Timestamp::now().to_string();
        wanted.annotations_mut().insert("lab.example.com/stamp".into(), now);`,
    ],
    counter: [
      code`
        r.passes++
        wanted.Annotations["lab.example.com/stamp"] = strconv.Itoa(r.passes)`,
      code`
        let pass = ctx.passes.fetch_add(1, Ordering::Relaxed).to_string();
        wanted.annotations_mut().insert("lab.example.com/stamp".into(), pass);`,
    ],
  },
  ensure: {
    createOrUpdate: [
      code`
        _, err := controllerutil.CreateOrUpdate(ctx, r.Client, &child, func() error {
            child.Data = app.Spec.Data
            return controllerutil.SetControllerReference(&app, &child, r.Scheme)
        })`,
      code`
        match maps.get_opt(&name).await? {
            None => maps.create(&params, &wanted).await?,
            Some(child) => maps.replace(&name, &params, &merged(child, &wanted)).await?,
        };`,
    ],
    createOnly: [
      code`return r.Create(ctx, wanted)`,
      code`maps.create(&PostParams::default(), &wanted).await?;`,
    ],
  },
  naming: {
    fixed: [
      code`metav1.ObjectMeta{Namespace: app.Namespace, Name: app.Name + "-config"}`,
      code`
        let name = Some(format!("{}-config", app.name_any()));
        ObjectMeta { name, ..Default::default() }`,
    ],
    generated: [
      code`metav1.ObjectMeta{Namespace: app.Namespace, GenerateName: app.Name + "-config-"}`,
      code`
        let generate_name = Some(format!("{}-config-", app.name_any()));
        ObjectMeta { generate_name, ..Default::default() }`,
    ],
  },
  write: {
    update: [
      code`
        child.Data = wanted.Data
        err := r.Update(ctx, &child)`,
      code`
        child.data = wanted.data;
        maps.replace(&name, &PostParams::default(), &child).await?;`,
    ],
    mergePatch: [
      code`
        before := child.DeepCopy()
        child.Data = wanted.Data
        err := r.Patch(ctx, &child, client.MergeFrom(before))`,
      code`
        let patch = json!({ "data": wanted.data });
        maps.patch(&name, &PatchParams::default(), &Patch::Merge(&patch)).await?;`,
    ],
    apply: [
      code`
        wanted := corev1ac.ConfigMap(name, app.Namespace).WithData(app.Spec.Data)
        err := r.Apply(ctx, wanted, client.FieldOwner("appconfig-controller"))`,
      code`
        let params = PatchParams::apply("appconfig-controller");
        maps.patch(&name, &params, &Patch::Apply(&wanted)).await?;`,
    ],
  },
  force: {
    false: [
      code`err := r.Apply(ctx, wanted, client.FieldOwner("appconfig-controller"))`,
      code`let params = PatchParams::apply("appconfig-controller");`,
    ],
    true: [
      code`
        owner := client.FieldOwner("appconfig-controller")
        err := r.Apply(ctx, wanted, owner, client.ForceOwnership)`,
      code`let params = PatchParams::apply("appconfig-controller").force();`,
    ],
  },
  removeStale: {
    true: [code`child.Data = maps.Clone(app.Spec.Data)`, code`child.data = Some(app.spec.data.clone());`],
    false: [code`maps.Copy(child.Data, app.Spec.Data)`, code`child.data.get_or_insert_default().extend(app.spec.data.clone());`],
  },
  onForeign: {
    refuse: [
      code`
        if err := controllerutil.SetControllerReference(&app, &child, r.Scheme); err != nil {
            return err
        }`,
      code`
        let mine = app.meta().uid.clone().unwrap_or_default();
        let mut owners = child.owner_references().iter();
        if owners.any(|owner| owner.controller == Some(true) && owner.uid != mine) {
            return Err(Error::Foreign(name));
        }`,
    ],
    adopt: [
      code`
        gvk := labv1.GroupVersion.WithKind("AppConfig")
        child.OwnerReferences = []metav1.OwnerReference{*metav1.NewControllerRef(&app, gvk)}`,
      code`*child.owner_references_mut() = app.controller_owner_ref(&()).into_iter().collect();`,
    ],
  },
  child: {
    mutable: [
      code`
        child.Data = wanted.Data
        err := r.Update(ctx, &child)`,
      code`maps.replace(&name, &PostParams::default(), &wanted).await?;`,
    ],
    immutable: [
      code`
        wanted.Immutable = ptr.To(true)
        err := r.Update(ctx, wanted)`,
      code`
        wanted.immutable = Some(true);
        maps.replace(&name, &PostParams::default(), &wanted).await?;`,
    ],
    immutableRecreate: [
      code`
        if err := r.Delete(ctx, &child); client.IgnoreNotFound(err) != nil {
            return err
        }
        return r.Create(ctx, wanted)`,
      code`
        maps.delete(&name, &DeleteParams::default()).await?;
        maps.create(&PostParams::default(), &wanted).await?;`,
    ],
  },
  afterCreate: {
    trust: [
      code`
        if err := r.Create(ctx, &child); err != nil {
            return err
        }
        log.Info("created", "version", child.ResourceVersion)`,
      code`let child = maps.create(&PostParams::default(), &wanted).await?;`,
    ],
    readBack: [
      code`
        if err := r.Create(ctx, &child); err != nil {
            return err
        }
        return r.Get(ctx, client.ObjectKeyFromObject(&child), &child)`,
      code`
        maps.create(&PostParams::default(), &wanted).await?;
        let child = store.get(&key).ok_or(Error::Missing)?;`,
    ],
    sleep: [
      code`
        if err := r.Create(ctx, &child); err != nil {
            return err
        }
        time.Sleep(time.Second)
        return r.Get(ctx, client.ObjectKeyFromObject(&child), &child)`,
      code`
        maps.create(&PostParams::default(), &wanted).await?;
        tokio::time::sleep(Duration::from_secs(1)).await;
        let child = store.get(&key).ok_or(Error::Missing)?;`,
    ],
  },
  owner: {
    controller: [
      code`err := controllerutil.SetControllerReference(&app, &child, r.Scheme)`,
      code`child.owner_references_mut().extend(app.controller_owner_ref(&()));`,
    ],
    plain: [
      code`err := controllerutil.SetOwnerReference(&app, &child, r.Scheme)`,
      code`child.owner_references_mut().extend(app.owner_ref(&()));`,
    ],
    none: [
      code`
        meta := metav1.ObjectMeta{Namespace: app.Namespace, Name: name}
        child := &corev1.ConfigMap{ObjectMeta: meta, Data: app.Spec.Data}`,
      code`ObjectMeta { name: Some(name), owner_references: None, ..Default::default() }`,
    ],
  },
  statusWhen: {
    changed: [
      code`
        if equality.Semantic.DeepEqual(before.Status, app.Status) {
            return nil
        }
        return r.Status().Update(ctx, &app)`,
      code`
        if app.status.as_ref() != Some(&status) {
            apps.patch_status(&name, &params, &Patch::Apply(&wanted)).await?;
        }`,
    ],
    always: [
      code`return r.Status().Update(ctx, &app)`,
      code`apps.patch_status(&name, &params, &Patch::Apply(&wanted)).await?;`,
    ],
  },
  statusContent: {
    stable: [
      code`
        meta.SetStatusCondition(&app.Status.Conditions, metav1.Condition{
            Type: "Ready", Status: metav1.ConditionTrue, Reason: "InSync",
            ObservedGeneration: app.Generation,
        })`,
      code`
        if old.status != new.status {
            new.last_transition_time = Time(now);
        } else {
            new.last_transition_time = old.last_transition_time.clone();
        }`,
    ],
    time: [
      code`app.Status.LastReconcileTime = metav1.Now().Format(time.RFC3339)`,
      code`status.last_reconcile_time = Timestamp::now().round(Unit::Second)?.to_string();`,
    ],
    timeNano: [
      code`app.Status.LastReconcileTime = time.Now().Format(time.RFC3339Nano)`,
      code`status.last_reconcile_time = Timestamp::now().to_string();`,
    ],
    counter: [code`app.Status.Passes++`, code`status.passes += 1;`],
    lastError: [
      code`app.Status.LastError = fmt.Sprintf("attempt %d: %v", attempt, err)`,
      code`status.last_error = Some(format!("attempt {attempt}: {error}"));`,
    ],
    unordered: [
      code`
        app.Status.Seen = nil
        for key := range app.Spec.Data {
            app.Status.Seen = append(app.Status.Seen, key)
        }`,
      code`status.seen = data.into_iter().collect::<HashMap<_, _>>().into_keys().collect();`,
    ],
  },
  statusVia: {
    status: [
      code`err := r.Status().Update(ctx, &app)`,
      code`apps.replace_status(&name, &PostParams::default(), &app).await?;`,
    ],
    main: [
      code`
        app.Status.ObservedGeneration = app.Generation
        err := r.Update(ctx, &app)`,
      code`apps.replace(&name, &PostParams::default(), &app).await?;`,
    ],
  },
  statusBase: {
    cached: [
      code`
        if err := r.Get(ctx, req.NamespacedName, &app); err != nil {
            return ctrl.Result{}, client.IgnoreNotFound(err)
        }
        app.Status = statusOf(&app, &child)
        return ctrl.Result{}, r.Status().Update(ctx, &app)`,
      code`
        let mut app = AppConfig::clone(&app);
        app.status = Some(status_of(&app, &child));
        apps.replace_status(&name, &PostParams::default(), &app).await?;`,
    ],
    fresh: [
      code`
        err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
            if err := r.APIReader.Get(ctx, req.NamespacedName, &app); err != nil {
                return err
            }
            app.Status = statusOf(&app, &child)
            return r.Status().Update(ctx, &app)
        })`,
      code`
        let mut app = apps.get_status(&name).await?;
        app.status = Some(status_of(&app, &child));
        apps.replace_status(&name, &PostParams::default(), &app).await?;`,
    ],
    patch: [
      code`
        before := app.DeepCopy()
        app.Status = statusOf(&app, &child)
        err := r.Status().Patch(ctx, &app, client.MergeFrom(before))`,
      code`
        let patch = json!({ "status": status });
        apps.patch_status(&name, &PatchParams::default(), &Patch::Merge(&patch)).await?;`,
    ],
    apply: [
      code`
        wanted := labv1ac.AppConfig(app.Name, app.Namespace).WithStatus(status)
        err := r.Status().Apply(ctx, wanted, client.FieldOwner("appconfig-controller"))`,
      code`
        let params = PatchParams::apply("appconfig-controller");
        apps.patch_status(&name, &params, &Patch::Apply(&wanted)).await?;`,
    ],
    firstRead: [
      code`
        first := app.DeepCopy()
        controllerutil.AddFinalizer(&app, finalizer)
        if err := r.Update(ctx, &app); err != nil {
            return err
        }
        first.Status = statusOf(first, &child)
        return r.Status().Update(ctx, first)`,
      code`
        apps.patch(&name, &params, &Patch::Merge(add_finalizer)).await?;
        let mut first = AppConfig::clone(&app);
        first.status = Some(status_of(&first, &child));
        apps.replace_status(&name, &PostParams::default(), &first).await?;`,
    ],
  },
  truth: {
    observed: [
      code`
        err := r.Get(ctx, childKey, &child)
        missing := apierrors.IsNotFound(err)`,
      code`let missing = maps.get_opt(&name).await?.is_none();`,
    ],
    status: [
      code`
        ready := meta.FindStatusCondition(app.Status.Conditions, "Ready")
        current := ready != nil && ready.ObservedGeneration == app.Generation
        if current && ready.Status == metav1.ConditionTrue {
            return ctrl.Result{}, nil
        }`,
      code`
        if is_ready(&app.status) && observed_generation(&app.status) == app.meta().generation {
            return Ok(Action::await_change());
        }`,
    ],
  },
  observedGeneration: {
    always: [
      code`
        app.Status.ObservedGeneration = app.Generation
        return r.Status().Update(ctx, &app)`,
      code`status.observed_generation = app.meta().generation;`,
    ],
    onChange: [
      code`
        if !equality.Semantic.DeepEqual(before.Status.Conditions, app.Status.Conditions) {
            app.Status.ObservedGeneration = app.Generation
            return r.Status().Update(ctx, &app)
        }`,
      code`
        if status.conditions != before.conditions {
            status.observed_generation = app.meta().generation;
        }`,
    ],
    never: [
      code`app.Status = labv1.AppConfigStatus{Conditions: conditions}`,
      code`let status = AppConfigStatus { conditions, ..Default::default() };`,
    ],
  },
  onMissing: {
    requeueAfter: [
      code`
        if apierrors.IsNotFound(err) {
            return ctrl.Result{RequeueAfter: 10 * time.Second}, nil
        }`,
      code`
        let Some(secret) = secrets.get_opt(requires).await? else {
            return Ok(Action::requeue(Duration::from_secs(10)));
        };`,
    ],
    error: [
      code`
        if err := r.Get(ctx, key, &secret); err != nil {
            return ctrl.Result{}, err
        }`,
      code`let secret = secrets.get(requires).await?;`,
    ],
    requeue: [
      code`
        if apierrors.IsNotFound(err) {
            return ctrl.Result{Requeue: true}, nil
        }`,
      code`return Ok(Action::requeue(Duration::ZERO));`,
    ],
    terminal: [
      code`
        if apierrors.IsNotFound(err) {
            return ctrl.Result{}, reconcile.TerminalError(err)
        }`,
      code`
        fn error_policy(_app: Arc<AppConfig>, _error: &Error, _ctx: Arc<Ctx>) -> Action {
            Action::await_change()
        }`,
    ],
    done: [
      code`
        if apierrors.IsNotFound(err) {
            return ctrl.Result{}, nil
        }`,
      code`
        let Some(secret) = secrets.get_opt(requires).await? else {
            return Ok(Action::await_change());
        };`,
    ],
    both: [
      code`
        if apierrors.IsNotFound(err) {
            return ctrl.Result{RequeueAfter: 10 * time.Second}, err
        }`,
      NOTHING,
    ],
    panic: [
      code`
        var secret *corev1.Secret = r.secretOf(&app)
        password := secret.Data["password"]`,
      code`let secret = secrets.get_opt(requires).await?.expect("the Secret is there");`,
    ],
    timeout: [
      code`
        WithOptions(controller.Options{ReconciliationTimeout: 5 * time.Second})

        err := wait.PollUntilContextCancel(ctx, time.Second, true, r.secretExists)
        return ctrl.Result{}, err`,
      code`
        let secret = tokio::time::timeout(
            Duration::from_secs(5),
            await_condition(secrets, requires, |secret: Option<&Secret>| secret.is_some()),
        )
        .await??;`,
    ],
  },
  onError: {
    return: [
      code`
        if err := r.ensureChild(ctx, &app); err != nil {
            return ctrl.Result{}, err
        }`,
      code`
        fn error_policy(app: Arc<AppConfig>, _error: &Error, ctx: Arc<Ctx>) -> Action {
            Action::requeue(ctx.backoff.next(&app))
        }`,
    ],
    statusAndRequeueAfter: [
      code`
        if err := r.ensureChild(ctx, &app); err != nil {
            setReady(&app, metav1.ConditionFalse, "Error", err.Error())
            return ctrl.Result{RequeueAfter: 10 * time.Second}, r.Status().Update(ctx, &app)
        }`,
      code`
        if let Err(error) = ensure_child(&app, &ctx).await {
            write_error(&app, &error, &ctx).await?;
            return Ok(Action::requeue(Duration::from_secs(10)));
        }`,
    ],
    giveUpAfter15: [
      code`
        if err := r.ensureChild(ctx, &app); err != nil {
            if r.failures[req]++; r.failures[req] >= 15 {
                return ctrl.Result{}, nil
            }
            return ctrl.Result{}, err
        }`,
      code`
        fn error_policy(app: Arc<AppConfig>, _error: &Error, ctx: Arc<Ctx>) -> Action {
            match ctx.failures.add(&app) {
                15.. => Action::await_change(),
                failures => Action::requeue(backoff(failures)),
            }
        }`,
    ],
  },
  missingDelay: {
    10000: [
      code`return ctrl.Result{RequeueAfter: 10 * time.Second}, nil`,
      code`Ok(Action::requeue(Duration::from_secs(10)))`,
    ],
    set: [code`return ctrl.Result{RequeueAfter: delay}, nil`, code`Ok(Action::requeue(delay))`],
  },
  periodic: {
    null: [code`return ctrl.Result{}, nil`, code`Ok(Action::await_change())`],
    set: [code`return ctrl.Result{RequeueAfter: time.Minute}, nil`, code`Ok(Action::requeue(Duration::from_secs(60)))`],
  },
  finalizer: {
    beforeOutside: [
      code`
        if controllerutil.AddFinalizer(&app, "lab.example.com/account") {
            if err := r.Update(ctx, &app); err != nil {
                return err
            }
        }
        return r.Accounts.Create(ctx, app.Spec.Account)`,
      code`
        finalizer(&apps, "lab.example.com/account", app, |event| async {
            match event {
                finalizer::Event::Apply(app) => create_account(&app, &ctx).await,
                finalizer::Event::Cleanup(app) => remove_account(&app, &ctx).await,
            }
        })
        .await`,
    ],
    afterOutside: [
      code`
        if err := r.Accounts.Create(ctx, app.Spec.Account); err != nil {
            return err
        }
        controllerutil.AddFinalizer(&app, "lab.example.com/account")
        return r.Update(ctx, &app)`,
      code`
        ctx.accounts.create(account).await?;
        let patch = json!({ "metadata": { "finalizers": finalizers } });
        apps.patch(&name, &PatchParams::default(), &Patch::Merge(&patch)).await?;`,
    ],
    none: [
      code`return r.Accounts.Create(ctx, app.Spec.Account)`,
      code`ctx.accounts.create(account).await?;`,
    ],
  },
  finalizerFlow: {
    continue: [
      code`
        if controllerutil.AddFinalizer(&app, finalizer) {
            if err := r.Update(ctx, &app); err != nil {
                return ctrl.Result{}, err
            }
        }
        return r.reconcileNormal(ctx, &app)`,
      code`
        let app = match has_finalizer(&app) {
            true => app,
            false => Arc::new(add_finalizer(&apps, &app).await?),
        };
        apply(app, ctx).await`,
    ],
    returnAndWait: [
      code`
        if controllerutil.AddFinalizer(&app, finalizer) {
            return ctrl.Result{}, r.Update(ctx, &app)
        }
        return r.reconcileNormal(ctx, &app)`,
      code`
        let what = predicates::generation.combine(predicates::finalizers);
        let changed = stream.predicate_filter(what, PredicateConfig::default());

        finalizer(&apps, NAME, app, |event| reconcile_event(event, ctx)).await`,
    ],
  },
  finalizerRemoval: {
    own: [
      code`
        controllerutil.RemoveFinalizer(&app, "lab.example.com/account")
        err := r.Update(ctx, &app)`,
      code`finalizer(&apps, NAME, app, |event| reconcile_event(event, ctx)).await`,
    ],
    all: [
      code`
        app.Finalizers = nil
        err := r.Update(ctx, &app)`,
      code`
        let patch = json!({ "metadata": { "finalizers": null } });
        apps.patch(&name, &PatchParams::default(), &Patch::Merge(&patch)).await?;`,
    ],
    byIndex: [
      code`
        path := fmt.Sprintf("/metadata/finalizers/%d", slices.Index(app.Finalizers, finalizer))
        patch := fmt.Appendf(nil, "[{%q:%q,%q:%q}]", "op", "remove", "path", path)
        err := r.Patch(ctx, &app, client.RawPatch(types.JSONPatchType, patch))`,
      code`
        let at = app.finalizers().iter().position(|one| one == NAME).unwrap_or(0);
        let patch = json!([{ "op": "remove", "path": format!("/metadata/finalizers/{at}") }]);
        let patch: json_patch::Patch = serde_json::from_value(patch)?;
        apps.patch(&name, &PatchParams::default(), &Patch::Json::<()>(patch)).await?;`,
    ],
  },
  deletionCheck: {
    first: [
      code`
        if !app.DeletionTimestamp.IsZero() {
            return r.cleanup(ctx, &app)
        }
        return r.ensureFinalizer(ctx, &app)`,
      code`
        if app.meta().deletion_timestamp.is_some() {
            return cleanup(app, ctx).await;
        }
        ensure_finalizer(&app, &ctx).await?;`,
    ],
    late: [
      code`
        if err := r.ensureFinalizer(ctx, &app); err != nil {
            return ctrl.Result{}, err
        }
        if !app.DeletionTimestamp.IsZero() {
            return r.cleanup(ctx, &app)
        }`,
      code`
        ensure_finalizer(&app, &ctx).await?;
        if app.meta().deletion_timestamp.is_some() {
            return cleanup(app, ctx).await;
        }`,
    ],
  },
  whileDeleting: {
    cleanupOnly: [
      code`
        if !app.DeletionTimestamp.IsZero() {
            return r.cleanup(ctx, &app)
        }
        return r.reconcileNormal(ctx, &app)`,
      code`
        if app.meta().deletion_timestamp.is_some() {
            return cleanup(app, ctx).await;
        }
        apply(app, ctx).await`,
    ],
    full: [
      code`
        if !app.DeletionTimestamp.IsZero() {
            if err := r.cleanup(ctx, &app); err != nil {
                return ctrl.Result{}, err
            }
        }
        return r.reconcileNormal(ctx, &app)`,
      code`
        if app.meta().deletion_timestamp.is_some() {
            cleanup(app.clone(), ctx.clone()).await?;
        }
        apply(app, ctx).await`,
    ],
  },
  cleanup: {
    idempotent: [
      code`
        err := r.Accounts.Remove(ctx, app.Spec.Account)
        if err != nil && !errors.Is(err, accounts.ErrNotFound) {
            return err
        }`,
      code`
        match ctx.accounts.remove(account).await {
            Ok(()) | Err(accounts::Error::NotFound) => Ok(Action::await_change()),
            Err(error) => Err(error.into()),
        }`,
    ],
    failsOnMissing: [
      code`
        if err := r.Accounts.Remove(ctx, app.Spec.Account); err != nil {
            return err
        }`,
      code`ctx.accounts.remove(account).await?;`,
    ],
    needsRequired: [
      code`
        if err := r.Get(ctx, secretKey, &secret); err != nil {
            return err
        }
        return r.Accounts.Remove(ctx, app.Spec.Account, secret.Data)`,
      code`
        let secret = secrets.get(requires).await?;
        ctx.accounts.remove_with(account, &secret).await?;`,
    ],
  },
  events: {
    none: [
      code`meta.SetStatusCondition(&app.Status.Conditions, ready)`,
      code`status.conditions = vec![ready];`,
    ],
    record: [
      code`
        r.Recorder = mgr.GetEventRecorder("appconfig-controller")

        r.Recorder.Eventf(&app, &child, corev1.EventTypeNormal,
            "Updated", "Update", "updated ConfigMap %s", child.Name)`,
      code`
        let recorder = Recorder::new(client, "appconfig-controller".into());
        let event = Event {
            type_: EventType::Normal,
            reason: "Updated".into(),
            note: Some(format!("updated ConfigMap {name}")),
            action: "Update".into(),
            secondary: Some(child.object_ref(&())),
        };
        recorder.publish(&event, &app.object_ref(&())).await?;`,
    ],
  },
};
