export { hasHold, holdsOf, isDocumentHeld, lockOf } from './held.repository.js';
export * from './holds.errors.js';
export { HoldsModule } from './holds.module.js';
export { LegalHoldRepository, type HoldSubject, type LegalHold, type ShownHold } from './legal-hold.repository.js';
export { RetentionLockRepository, type RetentionLock } from './retention-lock.repository.js';
