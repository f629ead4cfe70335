import { useLayoutEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';

/** A key of the present page. `keys` is in the form of tinykeys: `g d`, `Shift+J`, `$mod+K`, `?`. */
export interface KeyBinding {
  keys: string;
  /** What it does, translated; shown by `?`. */
  label: string;
  /** Under which heading `?` shows it. */
  group: string;
  run: (event: KeyboardEvent) => void;
  /** Also while a field has the focus. */
  inFields?: boolean;
  /** Again and again while the key is held. */
  repeats?: boolean;
  /** Only then; otherwise the key does what it does anyway. */
  when?: (event: KeyboardEvent) => boolean;
}

const registered = new Set<{ current: readonly KeyBinding[] }>();

/** The keys of everything that is on the screen now. */
export const presentKeys = (): KeyBinding[] => [...registered].flatMap(({ current }) => current);

const FIELDS = 'input:not([type=checkbox]):not([type=radio]),textarea,select,[contenteditable=true]';

const SEQUENCE_MS = 1_000;
const pressed = { key: '', at: 0, before: '', beforeAt: 0 };

function rememberKey({ key, timeStamp }: KeyboardEvent): void {
  Object.assign(pressed, { key, at: timeStamp, before: pressed.key, beforeAt: pressed.at });
}

/** The second key of a sequence, as `t` of `g t`, which `t` alone must not take. */
function endsSequence(event: KeyboardEvent, { keys }: KeyBinding): boolean {
  if (keys.includes(' ') || event.timeStamp - pressed.beforeAt > SEQUENCE_MS) return false;
  return presentKeys().some((each) => each.keys === `${pressed.before} ${event.key}`);
}

function isBusy(event: KeyboardEvent, { inFields = false }: KeyBinding): boolean {
  const target = event.target instanceof Element ? event.target : undefined;
  if (event.defaultPrevented) return true;
  if (!inFields && target?.closest(FIELDS)) return true;
  // What is open over the page has its own keys. Notifications are dialogs for screen readers, but take none.
  const open = '[role=dialog]:not([data-toast]),[role=alertdialog]:not([data-toast]),[role=menu]';
  return !inFields && document.querySelector(open) !== null;
}

/** Punctuation needs Shift or AltGr on some keyboards, and is a key of its own on others. */
const formsOf = (keys: string): string[] => (/^[^\w\s]$/.test(keys) ? [`[Shift]+${keys}`, `AltGraph+${keys}`] : [keys]);

/** Binds keys while the component is shown. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const present = useRef(bindings);
  present.current = bindings;
  const combinations = bindings.map(({ keys }) => keys).join('\n');
  useLayoutEffect(() => {
    registered.add(present);
    const handlers = Object.fromEntries(
      present.current.flatMap(({ keys }) => {
        const onKey = (event: KeyboardEvent): void => {
          const binding = present.current.find((each) => each.keys === keys);
          if (!binding || isBusy(event, binding) || endsSequence(event, binding)) return;
          if ((event.repeat && !binding.repeats) || binding.when?.(event) === false) return;
          event.preventDefault();
          binding.run(event);
        };
        return formsOf(keys).map((form) => [form, onKey]);
      }),
    );
    // The library skips every input, so also a checkbox; which fields keep their keys is decided by `isBusy`.
    const stop = tinykeys(window, handlers, { ignore: ({ isComposing }) => isComposing });
    window.addEventListener('keydown', rememberKey, true); // added once, however many call it
    return () => {
      registered.delete(present);
      stop();
    };
  }, [combinations]);
}
