import { timeZone as chosenZone } from './formats/conventions';

/** For requests that search: the days of `created:` begin where the viewer is. Empty when the browser does not know it. */
export function viewerZone(): { timeZone?: string } {
  const timeZone = chosenZone() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return timeZone === '' || timeZone.startsWith('Etc/Unknown') ? {} : { timeZone };
}
