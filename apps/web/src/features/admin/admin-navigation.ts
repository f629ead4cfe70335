import { msg } from '@lingui/core/macro';
import {
  Building2,
  CalendarClock,
  DatabaseBackup,
  FileCheck,
  Gauge,
  Layers,
  Plug,
  ScrollText,
  SearchCheck,
  SlidersHorizontal,
  Users,
  Webhook,
} from 'lucide-react';

/** The pages of the administration, with the second key after `g`. */
export const ADMIN_NAVIGATION = [
  { to: '/admin/overview', label: msg`Overview`, icon: Gauge, key: 'o' },
  { to: '/admin/users', label: msg`Users`, icon: Users, key: 'u' },
  { to: '/admin/organizations', label: msg`Organizations`, icon: Building2, key: 'n' },
  { to: '/admin/queues', label: msg`Jobs`, icon: Layers, key: 'j' },
  { to: '/admin/scheduled-tasks', label: msg`Scheduled tasks`, icon: CalendarClock, key: 't' },
  { to: '/admin/search-index', label: msg`Search index`, icon: SearchCheck, key: 'i' },
  { to: '/admin/stored-files', label: msg`Stored files`, icon: FileCheck, key: 'f' },
  { to: '/admin/backups', label: msg`Backups`, icon: DatabaseBackup, key: 'b' },
  { to: '/admin/webhooks', label: msg`Webhooks`, icon: Webhook, key: 'w' },
  { to: '/admin/plugins', label: msg`Plugins`, icon: Plug, key: 'p' },
  { to: '/admin/configuration', label: msg`Configuration`, icon: SlidersHorizontal, key: 'c' },
  { to: '/admin/audit', label: msg`Audit log`, icon: ScrollText, key: 'a' },
] as const;
