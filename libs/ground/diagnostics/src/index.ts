export { DiagnosticCheck, failed, type Check, type CheckReport, type CheckResult } from './check.js';
export { Diagnostics, type DiagnosticsOptions } from './diagnostics.js';
export { DiagnosticsModule } from './diagnostics.module.js';
