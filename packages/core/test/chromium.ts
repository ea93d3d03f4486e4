import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

/** Where Chromium is: as CEDE_CHROMIUM says, or where Linux has it; undefined where it is missing. */
export const CHROMIUM = (
  process.env.CEDE_CHROMIUM
    ? [process.env.CEDE_CHROMIUM]
    : ['/usr/bin/chromium', '/usr/bin/chromium-browser']
).find((path) => existsSync(path));

/** A browser for one test file; root, as in containers, has no sandbox. */
export async function openChromium(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
}
