const COLOURS: Readonly<Record<string, number>> = { debug: 90, info: 36, warn: 33, error: 31 };

interface Output {
  write(text: string): unknown;
}

/** Formats JSON log lines for people. */
export function terminalLines(output: Output): { write(line: string): void } {
  return { write: (line) => void output.write(`${readable(JSON.parse(line) as Readonly<Record<string, unknown>>)}\n`) };
}

function readable({ level, time, msg, err, ...details }: Readonly<Record<string, unknown>>): string {
  const clock = new Date(String(time)).toTimeString().slice(0, 'hh:mm:ss'.length);
  const more = Object.entries(details).map(
    ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${coloured(90, clock)} ${coloured(COLOURS[String(level)] ?? 0, String(level).padEnd(5))} ${String(msg)}${more.join('')}${trace(err)}`;
}

function trace(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { stack, message, cause } = error as {
    readonly stack?: string;
    readonly message?: string;
    readonly cause?: unknown;
  };
  return `\n${stack ?? message ?? ''}${cause === undefined ? '' : `\ncaused by${trace(cause)}`}`;
}

function coloured(colour: number, text: string): string {
  return `\u001b[${colour}m${text}\u001b[0m`;
}
