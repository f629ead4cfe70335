import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { controlClasses } from '../../components/text-field';
import { classNames } from '../../lib/class-names';
import { isName } from './document';

/** The heading; a click makes it a field. */
export function DocumentName({
  name,
  canEdit,
  isEditing,
  onEditing,
  onRename,
}: {
  name: string;
  canEdit: boolean;
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
  onRename: (name: string) => void;
}) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isEditing) return;
    setTyped(name);
    field.current?.focus();
    // Most often the part before the extension is changed.
    const dot = name.lastIndexOf('.');
    field.current?.setSelectionRange(0, dot > 0 ? dot : name.length);
  }, [isEditing]);
  const save = (): void => {
    onEditing(false);
    if (isName(typed) && typed.trim() !== name) onRename(typed.trim());
  };
  return (
    <div className="min-w-0 flex-1 basis-40">
      <h1 className={classNames('truncate text-lg font-semibold', isEditing && 'sr-only')} dir="auto">
        {canEdit ? (
          <button
            type="button"
            title={t`Rename`}
            className="max-w-full truncate rounded-control px-1 hover:bg-hover"
            onClick={() => onEditing(true)}
          >
            {name}
          </button>
        ) : (
          name
        )}
      </h1>
      {isEditing ? (
        <input
          ref={field}
          dir="auto"
          aria-label={t`Document name`}
          value={typed}
          maxLength={255}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save();
            if (event.key === 'Escape') onEditing(false);
          }}
          className={classNames(controlClasses, 'text-lg font-semibold')}
        />
      ) : null}
    </div>
  );
}
