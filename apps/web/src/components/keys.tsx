const NAMES: Record<string, string> = { $mod: /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl' };

/** `$mod+K`, `+` or `g d`, as keys look. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="inline-flex gap-1 text-muted">
      {keys.split(/ |\+(?=.)/).map((key, index) => (
        <kbd key={index} className="rounded-chip border border-line bg-panel px-1 font-sans text-xs">
          {NAMES[key] ?? key}
        </kbd>
      ))}
    </span>
  );
}
