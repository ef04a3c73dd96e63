package app.butaca.mobile.player

/** What the full-screen player shows over the picture. */
data class ScreenState(val title: String, val isLive: Boolean, val hasNext: Boolean)

/** The full-screen player's window. */
interface PlayerScreen {
    fun show(state: ScreenState)

    /** Nothing plays until the next chapter or channel is shown. */
    fun showWaiting()

    fun dismiss()
}
