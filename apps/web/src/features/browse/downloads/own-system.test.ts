import { describe, expect, it } from 'vitest';
import { readOwnSystem } from './own-system.ts';

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('the system of the device', () => {
  it.each([
    ['android', 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile', 5],
    ['ios', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webKit} Mobile/15E148 Safari/604.1`, 5],
    ['ios', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.1 Safari/605.1.15`, 5],
    ['macos', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.1 Safari/605.1.15`, 0],
    ['windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0', 10],
    ['linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 0],
    [undefined, 'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/108.0 Safari/537.36', 0],
    [undefined, 'Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) AppleWebKit/537.36', 0],
    [undefined, 'Mozilla/5.0 (PlayStation; PlayStation 5/9.00) AppleWebKit/605.1.15', 0],
    [undefined, '', 0],
  ] as const)('is %s for «%s» with %i touch points', (system, userAgent, maxTouchPoints) => {
    expect(readOwnSystem({ userAgent, maxTouchPoints })).toBe(system);
  });
});
