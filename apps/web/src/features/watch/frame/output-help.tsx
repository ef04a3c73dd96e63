import { Button } from '@butaca/ui';
import { installationOf } from '../../../shared/output/install-mpv.ts';
import { chooseExternal, isExternalChosen } from '../../../shared/output/output.ts';
import { requestAnew } from '../../../shared/single-use.queries.ts';

/**
 * After a failure in the desktop shell, offers the player that was not tried: mpv for what the page does not play, and
 * the page's player where mpv fails. Where mpv is missing it says how to install it.
 */
export function OutputHelp({ code }: { code: string }) {
  const isExternal = isExternalChosen();
  const change = (): void => {
    chooseExternal(!isExternal);
    requestAnew();
  };
  const isAbsent = code === 'output.missing' || code === 'output.too_old';
  return (
    <>
      {' '}
      {isAbsent ? `${installationOf(navigator.userAgent)} ` : null}
      <Button variant="second" size="sm" onClick={change}>
        {isExternal ? 'Usar el reproductor integrado' : 'Ver en mpv'}
      </Button>
    </>
  );
}
