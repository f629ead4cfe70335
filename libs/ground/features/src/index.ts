export { checkFeatures, migrationsOf } from './check-features.js';
export { defineFeature, type Feature } from './feature.js';
export { modulesOf } from './modules-of.js';
export { DiagnosticCheck, failed, type Check, type CheckReport, type CheckResult } from './check.js';
export { Diagnostics, type DiagnosticsOptions } from './diagnostics.js';
export { DiagnosticsModule } from './diagnostics.module.js';
