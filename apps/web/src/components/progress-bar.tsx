/** `value` from 0 to 1; without it the length is unknown. */
export function ProgressBar({ value, label }: { value?: number | undefined; label: string }) {
  return (
    <progress
      aria-label={label}
      {...(value === undefined ? {} : { value: Math.min(1, Math.max(0, value)) })}
      max={1}
      className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line accent-(--accent) [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
    />
  );
}
