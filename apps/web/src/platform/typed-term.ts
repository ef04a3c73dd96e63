import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/**
 * The text of a search field. The address follows it after a pause, which would be too late for the caret; only when the person
 * goes through the history does the field follow the address.
 */
export function useTypedTerm(addressTerm: string): [string, (text: string) => void] {
  const { key } = useLocation();
  const navigationType = useNavigationType();
  const [typed, setTyped] = useState(addressTerm);
  const [seenKey, setSeenKey] = useState(key);
  if (key !== seenKey) {
    setSeenKey(key);
    if (navigationType === NavigationType.Pop) setTyped(addressTerm);
  }
  return [typed, setTyped];
}
