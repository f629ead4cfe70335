import { useLayoutEffect, useRef } from 'react';

/** An action of the command palette. */
export interface Command {
  id: string;
  /** Translated. */
  label: string;
  /** Under which heading the palette shows it, translated. */
  group: string;
  /** Other words that find it. */
  keywords?: string;
  /** The key that does the same, as shown. */
  keys?: string;
  run: () => void;
}

const registered = new Set<{ current: readonly Command[] }>();

/** The actions of everything that is on the screen now. */
export const presentCommands = (): Command[] => [...registered].flatMap(({ current }) => current);

/** Offers actions in the palette while the component is shown. */
export function useCommands(commands: readonly Command[]): void {
  const present = useRef(commands);
  present.current = commands;
  useLayoutEffect(() => {
    registered.add(present);
    return () => void registered.delete(present);
  }, []);
}
