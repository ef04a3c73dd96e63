package app.butaca.mobile.player

import android.content.Context
import android.util.AttributeSet
import android.view.Gravity
import android.view.MotionEvent
import android.widget.Button
import android.widget.FrameLayout
import app.butaca.mobile.R

/** How long the button must be held to unlock the player. */
internal const val HOLD_MS = 1_000L

/** How long the button is shown after a touch. */
internal const val SHOWN_MS = 3_000L

/**
 * The touch lock: a view over the picture and its controls that catches every touch. A touch shows a button, which
 * unlocks the player when it is held. A key or a screen reader, which cannot hold it, unlocks by pressing it.
 */
class TouchLock(context: Context, attributes: AttributeSet?) : FrameLayout(context, attributes) {
    /** Called when the person unlocks the player. */
    var onUnlock: () -> Unit = {}

    private val unlock = Runnable { end() }
    private val hide = Runnable { button.visibility = INVISIBLE }

    /** Shown for a moment after each touch. */
    private val button = Button(context).apply {
        id = R.id.player_unlock
        setText(R.string.hold_to_unlock)
        setOnClickListener { end() }
        setOnTouchListener { _, event -> onTouch(event) }
    }

    init {
        isClickable = true
        val place = LayoutParams(LayoutParams.WRAP_CONTENT, LayoutParams.WRAP_CONTENT, Gravity.CENTER)
        addView(button, place)
    }

    /** Locks the player. */
    fun begin() {
        visibility = VISIBLE
        showButton()
    }

    /** Shows how the player is unlocked, for a moment. */
    fun showButton() {
        button.visibility = VISIBLE
        button.requestFocus()
        removeCallbacks(hide)
        postDelayed(hide, SHOWN_MS)
    }

    override fun dispatchTouchEvent(event: MotionEvent): Boolean {
        if (event.actionMasked == MotionEvent.ACTION_DOWN) showButton()
        super.dispatchTouchEvent(event)
        return true
    }

    override fun onDetachedFromWindow() {
        removeCallbacks(unlock)
        removeCallbacks(hide)
        super.onDetachedFromWindow()
    }

    private fun onTouch(event: MotionEvent): Boolean {
        when (event.actionMasked) {
            MotionEvent.ACTION_DOWN -> {
                removeCallbacks(hide)
                postDelayed(unlock, HOLD_MS)
            }
            MotionEvent.ACTION_MOVE -> if (!isOverButton(event)) removeCallbacks(unlock)
            MotionEvent.ACTION_UP, MotionEvent.ACTION_CANCEL -> {
                removeCallbacks(unlock)
                showButton()
            }
        }
        return true
    }

    private fun isOverButton(event: MotionEvent) =
        event.x >= 0 && event.y >= 0 && event.x < button.width && event.y < button.height

    private fun end() {
        removeCallbacks(unlock)
        removeCallbacks(hide)
        visibility = GONE
        onUnlock()
    }
}
