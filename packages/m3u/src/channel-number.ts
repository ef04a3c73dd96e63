/** The number that a list gives a channel. */
export interface ChannelNumber {
  number: number;
  /** The part behind the dot of a sub-channel: 10 of `5.10`, which comes after `5.2`. */
  subNumber: number | undefined;
}

const form = /^(\d{1,6})(?:[.,-](\d{1,6}))?$/;

/** Reads a channel number as lists write it: `7`, `007`, or `5.10` for a sub-channel. */
export function readChannelNumber(text: string | undefined): ChannelNumber | undefined {
  const found = text === undefined ? null : form.exec(text);
  if (found === null) return undefined;
  const [, number, subNumber] = found;
  return { number: Number(number), subNumber: subNumber === undefined ? undefined : Number(subNumber) };
}
