import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

export interface PropertyRowProps {
  id?: string;
  label: string;
  /** The value as text; empty: there is none. */
  shown: string;
  canEdit: boolean;
  /** It cannot be left: what was typed was refused. */
  isHeld?: boolean;
  /** Next to the value, also while it is only read. */
  action?: ReactNode;
  /** The field, with a label of its own. */
  children: ReactNode;
}

const OVER_THE_PAGE = '[role=dialog],[role=listbox]';

/** Puts the focus into the field of a row, or into a field that is always one. */
export function startEditing(id: string): void {
  const field = document.querySelector<HTMLElement>(`#${id} input`);
  if (field) field.focus();
  else document.querySelector<HTMLElement>(`#${id} button`)?.click();
}

/** A value to read; a click or Enter makes it a field, which stays until it is left with something that can be saved. */
export function PropertyRow({
  id,
  label,
  shown,
  canEdit,
  isHeld = false,
  action,
  children,
}: PropertyRowProps): ReactNode {
  const { t } = useLingui();
  const row = useRef<HTMLDivElement>(null);
  const [isEditing, setIsEditing] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const takesFocus = useRef(false);
  const hasFocus = (): boolean => row.current?.contains(document.activeElement) === true;
  const leave = (): void => {
    takesFocus.current = hasFocus();
    setIsLeaving(true);
  };

  useLayoutEffect(() => {
    if (isEditing) row.current?.querySelector<HTMLElement>('input,select')?.focus();
    else if (takesFocus.current) row.current?.querySelector('button')?.focus();
    takesFocus.current = false;
  }, [isEditing]);
  useEffect(() => {
    if (isHeld) setIsEditing(true);
  }, [isHeld]);
  useEffect(() => {
    if (!isLeaving) return;
    setIsLeaving(false);
    // The field decides in the same event whether it can read what was typed.
    if (row.current?.querySelector('[aria-invalid]') === null) setIsEditing(false);
  }, [isLeaving]);
  useEffect(() => {
    // A date of the calendar or a button that is gone now: the focus would be nowhere.
    if (!isEditing || isLeaving || hasFocus()) return;
    takesFocus.current = true;
    setIsEditing(false);
  }, [shown]);

  const text = 'w-32 shrink-0 truncate text-start text-muted';
  const value = (
    <span className="line-clamp-3 min-w-0 flex-1 text-start wrap-anywhere" dir="auto">
      {shown === '' ? (
        <span className="text-muted">
          <Trans>Not set</Trans>
        </span>
      ) : (
        shown
      )}
    </span>
  );
  const layout = 'flex min-h-(--control-height) min-w-0 flex-1 items-center gap-2 rounded-control px-1 text-sm';
  if (canEdit && isEditing)
    return (
      <div
        ref={row}
        id={id}
        className="flex min-w-0 items-start gap-2 ps-1 text-sm"
        onKeyDownCapture={(event) => {
          if (isPicker(event) && endsEditing(event)) leave(); // later it would take Escape for itself
        }}
        onKeyDown={(event) => {
          if (isPicker(event) || !endsEditing(event)) return;
          event.preventDefault(); // the button that takes the focus would be pressed by the same key
          leave();
        }}
        onBlur={({ relatedTarget: next }) => {
          const own = row.current;
          if (!own || !(next instanceof Element) || own.contains(next)) return;
          const isInCalendar = own.querySelector('button[aria-expanded=true]') !== null;
          if (!isInCalendar && next.closest(OVER_THE_PAGE) === own.closest(OVER_THE_PAGE)) setIsLeaving(true);
        }}
      >
        <span aria-hidden className={`${text} leading-(--control-height)`} dir="auto">
          {label}
        </span>
        <div className="min-w-0 flex-1 [&_label]:sr-only">{children}</div>
      </div>
    );
  return (
    <div ref={row} id={id} className="flex min-w-0 items-center gap-1">
      {canEdit ? (
        <button type="button" title={t`Edit`} className={`${layout} hover:bg-hover`} onClick={() => setIsEditing(true)}>
          <span className={text} dir="auto">
            {label}
          </span>
          {value}
        </button>
      ) : (
        <div className={layout}>
          <span className={text} dir="auto">
            {label}
          </span>
          {value}
        </div>
      )}
      {action}
    </div>
  );
}

const isPicker = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.role === 'combobox';

/** An open list has these keys for itself, and so have buttons; Enter in a picker opens its list. */
function endsEditing(event: KeyboardEvent): boolean {
  const { key, target } = event;
  if (!(target instanceof HTMLElement) || target.ariaExpanded === 'true') return false;
  return key === 'Escape' || (key === 'Enter' && target.matches('input,select') && !isPicker(event));
}
