import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/**
 * The text of a search field whose term the URL holds too. The URL is updated from the field and does not update the
 * field, because that would move the caret; only when the person navigates through the history does the field take the
 * URL's term.
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
