import { msg } from '@lingui/core/macro';
import { CalendarClock, Gauge, Layers, Plug, SearchCheck, SlidersHorizontal } from 'lucide-react';

/** The pages of the administration, with the second key after `g`. */
export const ADMIN_NAVIGATION = [
  { to: '/admin/overview', label: msg`Overview`, icon: Gauge, key: 'o' },
  { to: '/admin/queues', label: msg`Jobs`, icon: Layers, key: 'j' },
  { to: '/admin/scheduled-tasks', label: msg`Scheduled tasks`, icon: CalendarClock, key: 't' },
  { to: '/admin/search-index', label: msg`Search index`, icon: SearchCheck, key: 'i' },
  { to: '/admin/plugins', label: msg`Plugins`, icon: Plug, key: 'p' },
  { to: '/admin/configuration', label: msg`Configuration`, icon: SlidersHorizontal, key: 'c' },
] as const;
