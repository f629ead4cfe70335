import type { ExtractionPlugin, OcrPlugin, SandboxedDeclaration } from './extraction-plugins.js';

interface Installed {
  plugins: readonly ExtractionPlugin[];
  ocr: OcrPlugin | undefined;
}

export type LaneName = 'drawing' | 'mail' | 'ocr' | 'quick' | 'rendering';

/** Every module that runs in the sandbox. */
export function sandboxModules({ plugins, ocr }: Installed): URL[] {
  const extractors = plugins.flatMap(({ declaration }) =>
    declaration.form === 'sandboxed' ? [declaration.extractor] : [],
  );
  return ocr === undefined ? extractors : [...extractors, ocr.declaration.engine];
}

/** Returns what the children of a lane load before they get a file. The quick lane never runs what always needs OCR. */
export function addonModulesOf(lane: LaneName, { plugins, ocr: engine }: Installed): URL[] {
  const isUsed = {
    ocr: () => true,
    quick: ({ ocr }: SandboxedDeclaration) => ocr !== 'always',
    drawing: ({ draws }: SandboxedDeclaration) => draws !== undefined,
    rendering: ({ renders }: SandboxedDeclaration) => renders !== undefined,
    mail: ({ opensMail }: SandboxedDeclaration) => opensMail !== undefined,
  }[lane];
  const extractors = plugins.flatMap(({ declaration }) =>
    declaration.form === 'sandboxed' && declaration.addons === true && isUsed(declaration)
      ? [declaration.extractor]
      : [],
  );
  const ofEngine = lane === 'ocr' && engine?.declaration.addons === true ? [engine.declaration.engine] : [];
  return [...extractors, ...ofEngine];
}
