/** The answers of the core. */

/** An input that has no verdict. Its `code` and message are those of `robots-policy eval --jsonl`. */
export class RecordError extends TypeError {
  constructor({ code, message }, id) {
    super(message);
    this.name = 'RecordError';
    this.code = code;
    this.id = id;
  }
}

/** The answer; never a record that a caller might take for one. */
export function checked(answer) {
  if (answer.error !== undefined) throw new RecordError(answer.error, answer.id);
  return answer;
}
