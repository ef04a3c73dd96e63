/* The state that the video editor and the channel editor share: the typed values, the first error, saving, leaving.
   An error message is cleared after a few seconds, except for a conflict: when another administrator saved first,
   the message stays until the newer version has been loaded. */
import { messageDismissMs } from '@butaca/contract';
import { notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { useLocation } from 'react-router';
import { useNavigate } from '../../../platform/navigation/use-navigation.ts';
import { detailsOf, isOvertaken } from './admin-message.ts';
import { after } from '../../../platform/base/clock.ts';

/**
 * Why an editor's form cannot be saved, and the path of the invalid field; the path is empty for an error that is about
 * no single field.
 */
export interface EditorFault {
  path: string;
  message: string;
  /** Whether the server refused to save because somebody else saved the same video or channel first. */
  isOvertaken?: boolean;
}

interface EditorOptions<Form, Saved> {
  /** The id of the video or channel that is edited; `undefined` for a new one. */
  id: string | undefined;
  initial: Form;
  /** The `id` attribute of a form field is this prefix, a hyphen and the field's path, such as `canal-name`. */
  fieldPrefix: string;
  /** The administration tab that opens after the editor is left, if the person did not open the editor from a list. */
  listTab: string;
  /** Finds the first validation rule that the typed values of the video or channel break. */
  findFault: (form: Form) => EditorFault | undefined;
  /** Saves the video or channel. @param loaded - the form values before any edit */
  save: (form: Form, loaded: Form) => Promise<Saved>;
  describeSaved: (saved: Saved) => string;
  describeFailure: (error: unknown) => string;
}

/** The state of the video or channel editor, with the handlers of its fields and buttons. */
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
    navigate({ search: typeof from === 'string' && from !== '' ? from : `?tab=${listTab}` });

  useEffect(() => {
    if (fault === undefined || fault.isOvertaken === true) return undefined;
    return after(messageDismissMs, () => setFault(undefined));
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
    /**
     * Whether the form of the video or channel editor was submitted at least once; from then on, required fields that
     * are empty are marked.
     */
    isChecked,
    isSaving: saving.isPending,
    isDirty,
    set: <K extends keyof Form>(name: K, value: Form[K]): void =>
      setForm((before) => ({ ...before, [name]: value })),
    /** Returns the `onChange` handler of the field `name` in the form of the video or channel editor. */
    typed:
      (name: keyof Form) =>
      ({ currentTarget: { value } }: { currentTarget: { value: string } }): void =>
        setForm((before) => ({ ...before, [name]: value })),
    /**
     * The error message of the editor's form field at `path`, or of one entry of a field that holds several
     * (`genres.0`).
     */
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
    /** Leaves the editor of an existing video or channel; for a new one, empties the form. */
    cancel(): void {
      if (id !== undefined) return leave();
      setForm(initial);
      setLoaded(initial);
      setFault(undefined);
      return setChecked(false);
    },
  };
}
