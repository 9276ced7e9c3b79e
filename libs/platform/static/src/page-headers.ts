/** Everything comes from the own origin. Scripts reach the page by files alone; `cubit` is the policy of the service worker's address. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types cubit',
].join('; ');

/** Features of browsers that pages use nothing of. What is not named is for the own origin alone: a display on a wall keeps its screen on. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const PERMISSIONS_POLICY = ['camera=(self)', ...UNUSED_FEATURES.map((feature) => `${feature}=()`)].join(', ');
/** A year, in seconds. */
const YEAR = 31_536_000;

/** Header fields of every file of the web app. */
export function pageHeaders(https: boolean): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': PERMISSIONS_POLICY,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(https && { 'Strict-Transport-Security': `max-age=${YEAR}` }),
  };
}

/** Names of assets contain a hash of their content. */
export const ASSET_CACHE = `public, max-age=${YEAR}, immutable`;
export const PAGE_CACHE = 'no-cache';
