import { useState } from 'react';
import { readItem, writeItem } from '../../../platform/session/session-storage.ts';

const key = 'autoplayNext';

/** Whether the next chapter of a series starts automatically, as stored in localStorage; true by default. */
export function useAutoplayNext(): [isOn: boolean, setOn: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => readItem(key) !== 'false');
  return [
    isOn,
    (next) => {
      writeItem(key, String(next));
      setOn(next);
    },
  ];
}
