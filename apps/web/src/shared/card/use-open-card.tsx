import { trialStorageKey, type AccessDenied } from '@butaca/contract';
import { notify, Spinner } from '@butaca/ui';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from '../../platform/navigation/use-navigation.ts';
import { LogoArt, PremiumDialog } from '../access/premium-dialog.tsx';
import { readAccessDenied } from '../access/access-denied.ts';
import { prefetchScreen } from '../../platform/prefetch.ts';
import { writeItem } from '../../platform/session/session-storage.ts';
import { isAdmin } from '../../platform/session/session-store.ts';
import { askToWatch } from './ask-to-watch.ts';
import { watchPath, type Card, type StartChapter, type WatchState } from './card.ts';
import './open-card.css';

/**
 * The message for a click on a card whose type the server did not name.
 *
 * @see docs/requisitos.md, R5.6
 */
const unknownContent = 'Error: Cannot determine the content to play.';

/** A card to open, and the chapter with which its series is to start; without one, the watch page chooses. */
interface Wanted {
  card: Card;
  chapter: StartChapter | undefined;
}

/** What the server is being asked about, whether the plan opens it, and the controller that aborts that call. */
interface Check extends Wanted {
  abort: AbortController;
}

/**
 * Opens a card's watch page; before, the server is asked whether the plan opens it, unless the person is an
 * administrator.
 */
type OpenCard = (card: Card, chapter?: StartChapter) => void;

/**
 * Opens the watch page of a card once the server has checked the person's plan: a denial is shown in a dialog, which
 * may offer the daily trial; every other failure is left to the watch page. A second click on the card or chapter that is
 * being checked does nothing; a click on another one replaces the check.
 *
 * @param from - the path of the screen to which the watch page returns
 * @returns `open`, and `dialogs`, which the caller must render
 * @see docs/requisitos.md, R4.6
 */
export function useOpenCard(from: string): { open: OpenCard; dialogs: ReactNode } {
  const navigate = useNavigate();
  const check = useRef<Check>(undefined);
  const [asked, setAsked] = useState<Card>();
  const [denial, setDenial] = useState<Wanted & { denied: AccessDenied }>();

  useEffect(() => () => check.current?.abort.abort(), []);

  const watch = useCallback(
    ({ card, chapter }: Wanted, extraState: Pick<WatchState, 'useTrial'> = {}): void => {
      const { to, state } = watchPath(card, from, chapter);
      navigate(to, { state: { ...state, ...extraState } });
    },
    [navigate, from],
  );

  const ask = useCallback(
    async (wanted: Wanted): Promise<void> => {
      check.current?.abort.abort();
      const current: Check = { ...wanted, abort: new AbortController() };
      check.current = current;
      setAsked(wanted.card);
      const denied = await checkAccess(wanted, current.abort.signal);
      if (current.abort.signal.aborted) return;
      check.current = undefined;
      setAsked(undefined);
      if (denied === undefined) watch(wanted);
      else setDenial({ ...wanted, denied });
    },
    [watch],
  );

  // The function that opens a card is memoised, so that a list does not render its cards again while it scrolls.
  const open: OpenCard = useCallback(
    (card, chapter) => {
      const wanted = { card, chapter };
      if (check.current !== undefined && isSame(check.current, wanted)) return;
      // Touch screens have no hover that could prefetch the code of the watch page: it is prefetched while the server
      // checks the plan.
      prefetchScreen('watch');
      if (card.type === undefined) notify.error(unknownContent);
      // For administrators the watch page opens without asking the server before whether their plan opens the card.
      // @see docs/requisitos.md, R6.3
      else if (isAdmin()) watch(wanted);
      else void ask(wanted);
    },
    [watch, ask],
  );

  const dialogs = (
    <>
      {asked === undefined ? null : (
        <div className="opening">
          <Spinner label={`Abriendo ${asked.title}...`} showLabel />
        </div>
      )}
      {denial === undefined ? null : (
        <PremiumDialog
          denied={denial.denied}
          art={<CardArt card={denial.card} />}
          onClose={() => setDenial(undefined)}
          onUseTrial={() => {
            setDenial(undefined);
            writeItem(trialStorageKey(denial.card.id), 'true');
            watch(denial, { useTrial: true });
          }}
        />
      )}
    </>
  );
  return { open, dialogs };
}

const isSame = (one: Wanted, other: Wanted): boolean =>
  one.card.id === other.card.id &&
  one.chapter?.seasonIndex === other.chapter?.seasonIndex &&
  one.chapter?.chapterIndex === other.chapter?.chapterIndex;

/**
 * Asks the server whether the person's plan opens a card.
 *
 * @returns the server's denial; `undefined` for every other outcome, failures included
 */
async function checkAccess(
  { card, chapter }: Wanted,
  signal: AbortSignal,
): Promise<AccessDenied | undefined> {
  try {
    await askToWatch(card, chapter, signal);
    return undefined;
  } catch (error) {
    return readAccessDenied(error);
  }
}

function CardArt({ card }: { card: Card }) {
  if (card.type !== 'channel' && card.posterUrl !== null) {
    return <img className="opening__poster" src={card.posterUrl} alt="" />;
  }
  return <LogoArt name={card.title} logoUrl={card.posterUrl ?? undefined} />;
}
