export { FailuresBadge } from './failures-badge';
