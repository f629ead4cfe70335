import { classNames } from '../lib/class-names';

/** The first letter of a name, in place of a picture. */
export function Initial({ name, className }: { name: string; className: string }) {
  const [letter = ''] = name.trim();
  return (
    <span
      aria-hidden
      className={classNames('grid size-6 shrink-0 place-items-center text-xs font-semibold', className)}
    >
      {letter.toUpperCase()}
    </span>
  );
}
