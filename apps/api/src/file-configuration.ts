import type { S3Settings } from '@cubit/files';
import type { SettingName } from './command/settings-list.js';
import { bytes, text, url, type Setting } from './setting.js';

/** File storage settings of the environment. */
export interface FileConfiguration {
  /** Maximum size of a file in bytes. Default 2 GiB. */
  readonly maxBytes: number;
  /** Storage quota of a workspace in bytes. Default null: unlimited. */
  readonly quotaBytes: number | null;
  /** Null: files are stored in the data directory. */
  readonly s3: S3Settings | null;
}

type ReadSetting = <Value>(name: SettingName, setting: Setting<Value>) => Value | undefined;

const GIB = 1024 ** 3;
/** Maximum size of one S3 request. */
const S3_MAX_BYTES = 5 * GIB;

/** Faults are added to `faults`. */
export function readFileConfiguration(read: ReadSetting, faults: string[]): FileConfiguration {
  const maxBytes = read('FILES_MAX_BYTES', bytes) ?? 2 * GIB;
  const quotaBytes = read('FILES_QUOTA_BYTES', bytes) ?? null;
  const endpoint = read('S3_ENDPOINT', url('http:', 'https:'));
  const bucket = read('S3_BUCKET', text);
  const region = read('S3_REGION', text);
  const accessKeyId = read('S3_ACCESS_KEY_ID', text);
  const secretAccessKey = read('S3_SECRET_ACCESS_KEY', text);
  if ([endpoint, bucket, region, accessKeyId, secretAccessKey].every((value) => value === undefined))
    return { maxBytes, quotaBytes, s3: null };
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    faults.push(
      'Files go to S3 where S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are all set; one is missing.',
    );
    return { maxBytes, quotaBytes, s3: null };
  }
  if (maxBytes > S3_MAX_BYTES) faults.push('FILES_MAX_BYTES must be 5 GiB at most where files go to S3.');
  const place = { ...(endpoint ? { endpoint: endpoint.href } : {}), ...(region === undefined ? {} : { region }) };
  return { maxBytes, quotaBytes, s3: { ...place, bucket, accessKeyId, secretAccessKey } };
}
