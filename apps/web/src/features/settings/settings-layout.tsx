import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export function SettingsLayout(): ReactNode {
  return <Outlet />;
}
