/*
 * The common state of the editors of videos and channels: the typed values, the first fault, saving, leaving. A fault is cleared
 * after a few seconds, except one: when somebody else saved first, it stays until what they saved was loaded.
 */
import { messageDismissMs } from '@butaca/contract';
import { notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { detailsOf, isOvertaken } from './admin-message.ts';

/** Why the form cannot be saved, and the field at fault; the path is empty where no field is. */
export interface EditorFault {
  path: string;
  message: string;
  /** Whether somebody else saved the item first. */
  isOvertaken?: boolean;
}

interface EditorOptions<Form, Saved> {
  /** The id of the item that is edited; `undefined` for a new one. */
  id: string | undefined;
  initial: Form;
  /** The `id` of a field's element is this, a hyphen and the field's path. */
  fieldPrefix: string;
  /** The tab that is shown afterwards where the person did not come from a list. */
  listTab: string;
  /** Finds the first rule that the form breaks. */
  findFault: (form: Form) => EditorFault | undefined;
  /** @param loaded - what the form began with */
  save: (form: Form, loaded: Form) => Promise<Saved>;
  describeSaved: (saved: Saved) => string;
  describeFailure: (error: unknown) => string;
}

/** The state of an editor, and what its fields and buttons do. */
export type Editor<Form> = ReturnType<typeof useEditor<Form, unknown>>;

export function useEditor<Form, Saved>(options: EditorOptions<Form, Saved>) {
  const { id, initial, fieldPrefix, listTab, findFault, save, describeSaved, describeFailure } = options;
  const [loaded, setLoaded] = useState(initial);
  const [form, setForm] = useState(loaded);
  const [fault, setFault] = useState<EditorFault>();
  const [isChecked, setChecked] = useState(false);
  const isSaved = useRef(false);
  const latest = useRef(form);
  useLayoutEffect(() => {
    latest.current = form;
  });
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const from = (useLocation().state as { from?: unknown } | null)?.from;
  const isDirty = useCallback(
    () => !isSaved.current && JSON.stringify(latest.current) !== JSON.stringify(loaded),
    [loaded],
  );
  const leave = (): void =>
    void navigate({ search: typeof from === 'string' && from !== '' ? from : `?tab=${listTab}` });

  useEffect(() => {
    if (fault === undefined || fault.isOvertaken === true) return undefined;
    const timer = setTimeout(() => setFault(undefined), messageDismissMs);
    return () => clearTimeout(timer);
  }, [fault]);

  const saving = useMutation({
    mutationFn: () => save(form, loaded),
    onSuccess: (saved) => {
      isSaved.current = true;
      notify.ok(describeSaved(saved));
      void queryClient.invalidateQueries();
      leave();
    },
    onError: (error) =>
      setFault({
        path: detailsOf(error)[0]?.path ?? '',
        message: describeFailure(error),
        isOvertaken: isOvertaken(error),
      }),
  });

  return {
    form,
    setForm,
    loaded,
    fault,
    /** The form was submitted once: what is missing in it is marked. */
    isChecked,
    isSaving: saving.isPending,
    isDirty,
    set: <K extends keyof Form>(name: K, value: Form[K]): void =>
      setForm((before) => ({ ...before, [name]: value })),
    /** Handles what is typed into a field. */
    typed:
      (name: keyof Form) =>
      ({ currentTarget: { value } }: { currentTarget: { value: string } }): void =>
        setForm((before) => ({ ...before, [name]: value })),
    /** The fault of a field, or of an entry of a field that is a list: `genres.0`. */
    errorAt: (path: string): string | undefined =>
      fault?.path === path || fault?.path.startsWith(`${path}.`) ? fault.message : undefined,
    submit(event: FormEvent): void {
      event.preventDefault();
      setChecked(true);
      const found = findFault(form);
      setFault(found);
      if (found === undefined) saving.mutate();
      else document.getElementById(`${fieldPrefix}-${found.path}`)?.focus();
    },
    /** Leaves an item that exists; empties the form of a new one. */
    cancel(): void {
      if (id !== undefined) return leave();
      setForm(initial);
      setLoaded(initial);
      setFault(undefined);
      return setChecked(false);
    },
  };
}
