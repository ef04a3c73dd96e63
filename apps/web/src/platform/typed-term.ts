import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/**
 * What stands in a search field. The address follows it a moment later, which would be too late for the caret; only
 * where the person goes through the history does the address lead.
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
