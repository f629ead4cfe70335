import { createRoute } from '@tanstack/react-router';
import { pageComponent } from '../lib/page-component';
import { textOf } from './search-params';
import { rootRoute } from './root-route';

const getParentRoute = () => rootRoute;

interface AuthSearch {
  /** Where the person wanted to go. */
  redirect?: string;
  token?: string;
  /** From a sign-in provider that leads back without success. */
  error?: string;
  error_description?: string;
}

const validateSearch = (search: Record<string, unknown>): AuthSearch => ({
  ...textOf(search, 'redirect'),
  ...textOf(search, 'token'),
  ...textOf(search, 'error'),
  ...textOf(search, 'error_description'),
});

const verificationPages = () => import('../features/auth/verification-page');

export const authRoutes = [
  createRoute({
    getParentRoute,
    path: '/login',
    validateSearch,
    component: pageComponent(() => import('../features/auth/sign-in-page'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/register',
    validateSearch,
    component: pageComponent(() => import('../features/auth/register-page'), 'RegisterPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/request-password-reset',
    component: pageComponent(() => import('../features/auth/request-password-reset-page'), 'RequestPasswordResetPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/reset-password',
    validateSearch,
    component: pageComponent(() => import('../features/auth/reset-password-page'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/email-verification',
    validateSearch,
    component: pageComponent(verificationPages, 'VerificationPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/email-validation-required',
    component: pageComponent(verificationPages, 'VerificationRequiredPage'),
  }),
];
