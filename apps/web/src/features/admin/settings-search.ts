import type { SettingView } from '../../lib/api';

/** The settings whose name, value or plugin contains all words. */
export function foundSettings(settings: readonly SettingView[], search: string): SettingView[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return settings.filter(({ name, value, plugin }) => {
    const text = `${name} ${value ?? ''} ${plugin ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
