interface Frame {
  readonly file: string;
  readonly line: number;
  readonly function: string;
  readonly text: string;
}

/** An exception as recorded by the Python library: JSON in a string (wandb/weave, `exception_to_json_str`). */
export function pythonException(type: string, message: string, frames: readonly Frame[]): string {
  const traceback = frames.map(({ file, line, function: name, text }) => ({
    filename: `/srv/app/${file}`,
    line_number: line,
    function_name: name,
    text,
  }));
  return JSON.stringify({ type, message, traceback });
}
