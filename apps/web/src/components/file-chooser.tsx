import { useRef, type ChangeEvent, type ReactNode } from 'react';
import { wasMeant } from '../lib/incoming-files';
import { Button } from './button';

/** A button that opens the window of the system in which files are chosen. */
export function FileChooser({
  label,
  icon,
  onFiles,
  isPrimary = false,
  attributes = {},
  className,
}: {
  label: string;
  icon: ReactNode;
  onFiles: (files: File[]) => void;
  isPrimary?: boolean;
  /** For the field: `webkitdirectory`, `capture` … */
  attributes?: Readonly<Record<string, string>>;
  className?: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    onFiles([...(event.target.files ?? [])].filter(wasMeant));
    event.target.value = ''; // so that the same file can be chosen again
  };
  return (
    <>
      <input ref={input} type="file" multiple hidden aria-label={label} onChange={onChange} {...attributes} />
      <Button {...(isPrimary ? { kind: 'primary' } : {})} className={className} onClick={() => input.current?.click()}>
        {icon}
        {label}
      </Button>
    </>
  );
}
